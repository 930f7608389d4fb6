/** Words of writing to the shop. */
import type * as sq from '../sq/help.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'field.subject': 'subject',
  'field.message': 'message',
};
