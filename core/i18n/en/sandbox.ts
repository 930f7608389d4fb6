/** Words of the pages of the stand-ins: the one on which a bank would ask, and those of mails that are not sent. */
import type * as sq from '#core/i18n/sq/sandbox.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'sandbox.title': 'Do you confirm the payment?',
  'sandbox.ask': 'Here your bank would ask whether it is you who is paying {amount}.',
  'sandbox.test': 'This is a test: no money moves.',
  'sandbox.accept': 'Confirm payment',
  'sandbox.refuse': 'Refuse',
  'sandbox.subscribe': 'Membership {plan}',
  'sandbox.later': 'The card is charged for the first time on {date}.',
  'sandbox.cards': 'Test cards',
  'sandbox.card.paid': 'The payment succeeds',
  'sandbox.card.later': 'The first payment succeeds, the renewal is declined',
  'sandbox.card.declined': 'The card is declined',
  'sandbox.declined': 'The card was declined. Choose another one.',
  'sandbox.pay': 'Pay',
  'sandbox.confirm': 'Confirm',
  'sandbox.cancel': 'Cancel',
  'sandbox.portal': 'Card of the membership',
  'sandbox.noSubscription': 'There is no membership by card.',
  'sandbox.overdue': 'the last payment failed',
  'sandbox.next': 'next payment on {date}',
  'sandbox.ends': 'ends on {date}',
  'sandbox.change': 'Save card',
  'sandbox.renew': 'Test: renew now',
  'sandbox.fail': 'Test: the renewal fails now',
  'sandbox.back': 'Back to the profile',
  'sandbox.mail.title': 'Emails',
  'sandbox.mail.kept': 'Emails are not sent from here: they are kept for whoever works on the shop to read.',
  'sandbox.mail.none': 'There are no emails yet.',
  'sandbox.mail.all': 'All emails',
  'sandbox.mail.seen': 'As it looks',
  'sandbox.mail.text': 'As text',
};
