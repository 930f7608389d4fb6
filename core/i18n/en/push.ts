/** Words of push notifications in the settings. */
import type * as sq from '../sq/push.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.push.notAccepted': 'This browser uses a notification service that we cannot use.',
  'field.endpoint': 'notification address',
  'field.p256dh': 'notification key',
  'field.auth': 'notification key',
};
