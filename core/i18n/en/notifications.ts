/** Words of the inbox, and texts of notifications in it, by push and by email. */
import type * as sq from '../sq/notifications.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'notify.newDeals.one': 'A new deal for you',
  'notify.newDeals.other': '{count} new deals for you',
  'notify.newDeals.text': '{title} – {salon}',
  'notify.newDeals.more': '{title} – {salon}, and more',
  'notify.dealEnding': 'A saved deal ends soon',
  'notify.dealEnding.text': '{title} ends on {end}.',
  'notify.priceDrop': 'The price of a saved deal dropped',
  'notify.priceDrop.text': '{title}: now {price}, before {before}.',
  'notify.requestApproved.text': 'You post deals from your profile.',
  'notify.requestRejected.text': 'You can apply again from your profile.',
  'notify.requestRejected.notes': 'Notes of the administrator: {notes}',
  'notify.requestRevoked.text': 'Your deals were paused. Orders of customers stay valid.',
  'notify.orderPlaced': 'Your order is confirmed',
  'notify.orderPlaced.card': 'The payment is done. You find the codes for the salon in your order.',
  'notify.orderPlaced.cash': 'You pay at the salon. You find the purchase code in your order.',
  'notify.orderReceived': 'New order',
  'notify.orderReceived.text': '{quantity} × {title}, {amount} in total.',
  'notify.orderReceived.more': '{title} and more: {quantity} treatments, {amount} in total.',
  'notify.supportReplied': 'We answered your message',
  'notify.open': 'Open',
  'notify.why': 'You got this email because you chose email notifications in your settings.',
  'notify.off': 'No more notifications by email? Unsubscribe: {url}',
};
