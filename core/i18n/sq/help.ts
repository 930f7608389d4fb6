/** Words of writing to the shop. */
export const words = {} as const;

export const refusals = {
  'field.subject': 'tema',
  'field.message': 'mesazhi',
} as const;
