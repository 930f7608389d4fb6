/** Words of the pages of the stand-ins: the one on which a bank would ask, and those of mails that are not sent. */
import type * as sq from '../sq/sandbox.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'sandbox.title': 'Do you confirm the payment?',
  'sandbox.ask': 'Here your bank would ask whether it is you who is paying {amount}.',
  'sandbox.test': 'This is a test: no money moves.',
  'sandbox.accept': 'Confirm payment',
  'sandbox.refuse': 'Refuse',
  'sandbox.mail.title': 'Emails',
  'sandbox.mail.kept': 'Emails are not sent from here: they are kept for whoever works on the shop to read.',
  'sandbox.mail.none': 'There are no emails yet.',
  'sandbox.mail.all': 'All emails',
  'sandbox.mail.seen': 'As it looks',
  'sandbox.mail.text': 'As text',
};
