/** Words about following salons. */
import type * as sq from '#core/i18n/sq/follows.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'follow.start': 'Follow salon',
  'follow.following': 'Following',
  'follow.stop': 'Stop following {name}',
  'follow.started': 'You follow this salon',
  'follow.started.text': 'We will tell you about its new deals.',
  'follow.stopped': 'You no longer follow this salon',
  'follow.failed': 'This did not work. Try again.',
  'follow.list': 'Salons you follow',
};
