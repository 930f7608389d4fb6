/** Words about following salons. */
export const words = {
  'follow.start': 'Ndiq sallonin',
  'follow.following': 'E ndiqni',
  'follow.stop': 'Mos e ndiq më: {name}',
  'follow.started': 'Po e ndiqni sallonin',
  'follow.started.text': "Do t'ju njoftojmë për ofertat e tij të reja.",
  'follow.stopped': 'Nuk e ndiqni më sallonin',
  'follow.failed': 'Veprimi nuk u krye. Provoni përsëri.',
  'follow.list': 'Sallonet që ndiqni',
} as const;
