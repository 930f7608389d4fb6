/** Words of push notifications in the settings. */
export const words = {} as const;

export const refusals = {
  'problem.push.notAccepted': 'Ky shfletues përdor një shërbim njoftimesh që nuk mund ta përdorim.',
  'field.endpoint': 'adresa e njoftimeve',
  'field.p256dh': 'çelësi i njoftimeve',
  'field.auth': 'çelësi i njoftimeve',
} as const;
