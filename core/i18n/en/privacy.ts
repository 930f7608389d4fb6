/** Words of one's data and of closing the account. */
import type * as sq from '#core/i18n/sq/privacy.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'closing.notFetched': 'The details of your orders could not be loaded.',
  'closing.lastAdmin': 'You are the only administrator. Appoint another before you close your account.',
  'closing.gone.account':
    'Your email, name, password and other ways to sign in are deleted; you are signed out on every device.',
  'closing.gone.things': 'Your cart, saved deals and settings are deleted.',
  'closing.gone.messages': 'The messages you wrote to us are deleted.',
  'closing.open.one': '{count} unpaid order is canceled.',
  'closing.open.other': '{count} unpaid orders are canceled.',
  'closing.books':
    'Orders stay in the books, without your name, for about 3 years: the law asks us to keep what was sold.',
  'closing.reviews': 'The reviews you wrote',
  'closing.reviews.keep': 'They stay without your name',
  'closing.reviews.delete': 'They are deleted for good',
  'closing.paid.one':
    'You have {count} order paid by card that can still be used. Once your account is closed you cannot open it any more.',
  'closing.paid.other':
    'You have {count} orders paid by card that can still be used. Once your account is closed you cannot open them any more.',
  'closing.refund': 'Refund the vouchers I have not used to my card',
  'closing.owed.one':
    'Customers still have {count} order with you. Your deals are taken off sale, but this order has to be honoured.',
  'closing.owed.other':
    'Customers still have {count} orders with you. Your deals are taken off sale, but these orders have to be honoured.',
  'closing.membership':
    'Your membership runs until {date}. The time that is left is lost, and its money is not refunded.',
  'closing.givesUp': 'I know, and close my account all the same',
  'closing.noPassword': 'Sign in again if you did so more than 5 minutes ago.',
  'closing.final': 'This cannot be undone.',
  'closing.download': 'Download your data first, if you want it.',
  'closing.action': 'Close my account for good',
  'closing.pending': 'Closing your account...',
  'closing.done': 'Your account is closed',
  'closing.done.text': 'We confirm it with a last email.',
  'closing.failed': 'Your account was not closed',
  'closing.unknown': 'We could not find out whether your account was closed. Try again.',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.privacy.exporting': 'Your data is already being prepared. Try again in a moment.',
  'problem.privacy.exportsFull': 'Others are downloading their data right now. Try again in a moment.',
  'problem.privacy.lastAdmin': 'You are the only administrator. Appoint another before you close your account.',
  'problem.privacy.givesUp': 'By closing your account you give up something that still counts. Confirm that you know.',
  'field.givesUp': 'what you give up',
};
