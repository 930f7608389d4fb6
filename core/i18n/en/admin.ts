/** Words of the admin panel that all its tabs share, and of its card about notifications. */
import type * as sq from '../sq/admin.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'admin.title': 'Admin Panel',
  'admin.open': 'Open Admin Panel',
  'admin.lead': 'Messages, requests, users, categories and deals of the whole shop.',
  'admin.checking': 'Checking authentication...',
  'admin.signedInAs': 'Signed in as',
  'admin.tabs': 'Parts of the admin panel',
  'admin.tab.support': 'Support',
  'admin.tab.requests': 'Requests',
  'admin.tab.users': 'Users',
  'admin.tab.categories': 'Categories',
  'admin.tab.deals': 'Deals',
  'admin.pending': '{count} pending',
  'admin.search': 'Search',
  'admin.filter': 'Show',
  'admin.filter.all': 'All',
  'admin.actions': 'More actions for {name}',
  'admin.more': 'More',
  'admin.found.one': '{count} entry',
  'admin.found.other': '{count} entries',
  'admin.firstPage': 'First page',
  'admin.nextPage': 'Next page',
  'admin.empty.search': 'Nothing found for “{search}”',
  'push.title': 'Push Notifications',
  'push.isTest': 'A test: it shows one notification on this device and sends nothing.',
  'push.switch': 'Notifications on this device',
  'push.checking': 'Checking...',
  'push.test': 'Notifications are on. This is a test.',
  'push.blocked': 'Notifications are blocked...',
  'push.blocked.title': 'Notifications Blocked',
  'push.blocked.help': 'To turn them on, open the lock icon next to the address and allow notifications.',
  'push.notGranted': 'Notification permission was not granted',
  'push.notReady': 'Notifications are not ready yet. Try again shortly.',
  'push.unsupported': 'This browser does not support notifications.',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'field.kind': 'kind of users',
};
