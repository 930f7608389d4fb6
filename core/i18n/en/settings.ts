/** Words of the settings. */
import type * as sq from '../sq/settings.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'settings.title': 'Settings',
  'settings.notFetched': 'Your settings could not be loaded.',
  'settings.email': 'Email notifications',
  'settings.email.intro': 'We will email you about:',
  'settings.email.newDeals': 'New deals in your favourite categories',
  'settings.email.renewal': 'Membership renewal reminders',
  'settings.email.updates': 'App updates',
  'settings.email.expiry': 'Expiry warnings for your favourites',
  'settings.email.always': 'Emails about your orders and the security of your account always come.',
  'settings.save': 'Save Settings',
  'settings.saving': 'Saving settings...',
  'settings.saved': 'Settings saved',
  'settings.failed': 'Failed to update settings',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'field.emailNotifications': 'email notifications',
};
