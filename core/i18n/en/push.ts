/** Words of push notifications in the settings. */
import type * as sq from '#core/i18n/sq/push.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'settings.push': 'Push notifications on this device',
  'settings.push.about':
    'When you turn them on and your browser allows them, we tell you here when a saved deal is about to end or gets cheaper, when there are new deals in your categories or from salons you follow, and about your orders, requests and membership. None come between 21:00 and 9:00.',
  'settings.push.checking': 'Checking...',
  'settings.push.changing': 'Changing...',
  'settings.push.on': 'Notifications are on.',
  'settings.push.off': 'Notifications are off.',
  'settings.push.denied':
    'Notifications are blocked. To turn them on, open the lock icon next to the address and allow notifications.',
  'settings.push.unsupported': 'This browser does not support notifications.',
  'settings.push.notInstalled': 'On iPhone, add the app to the Home Screen first.',
  'settings.push.notGranted': 'Notification permission was not granted',
  'settings.push.failed': 'Notifications were not changed. Try again.',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.push.notAccepted': 'This browser uses a notification service that we cannot use.',
  'field.endpoint': 'notification address',
  'field.p256dh': 'notification key',
  'field.auth': 'notification key',
};
