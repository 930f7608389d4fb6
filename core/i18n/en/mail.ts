/** Words of the mails that the shop sends. */
import type * as sq from '../sq/mail.ts';

export const words: Record<keyof typeof sq.words, string> = {};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'mail.card.subject': 'Payment receipt: {total}',
  'mail.card.title': 'Payment Receipt',
  'mail.card.lead': 'Thank you for your purchase! Your card payment was successful.',
  'mail.cash.subject': 'Order {id} is confirmed',
  'mail.cash.title': 'Your order is confirmed',
  'mail.cash.lead': 'Pay cash at the salon. Present your Purchase ID there.',
  'mail.date': 'Date',
  'mail.method': 'Payment method',
  'mail.useBy': 'Use by',
  'mail.charged': 'Charged to the card',
  'mail.rate': 'Exchange rate',
  'mail.notFiscal': 'This is not a fiscal invoice.',
  'mail.askFiscal': 'Ask the salon for the fiscal invoice.',
  'mail.refund.subject': 'Refund: {amount}',
  'mail.refund.title': 'Your money was refunded',
  'mail.refund.lead': 'The money went back to your card. It may take your bank some days to show it.',
  'mail.refunded': 'Refunded in all',
  'mail.dispute.open.subject': 'Disputed payment: {amount}',
  'mail.dispute.open.title': 'A payment is disputed at the bank',
  'mail.dispute.open.lead':
    'The bank of the card asks for the money back. There are only a few days to respond; without a response the money is lost. Until that is settled, the order cannot be used.',
  'mail.dispute.lost.subject': 'Dispute lost: {amount}',
  'mail.dispute.lost.title': 'The dispute was lost',
  'mail.dispute.lost.lead': 'The bank gave the money back to the customer. The order cannot be used any more.',
  'mail.dispute.won.subject': 'Dispute won: {amount}',
  'mail.dispute.won.title': 'The dispute was won',
  'mail.dispute.won.lead': 'The money stays here. The order can be used again until its last day.',
  'mail.dispute.won.notAlone':
    'The money stays here this time. The same payment was disputed another time too, so the order cannot be used.',
  'mail.dispute.at': 'Disputed on',
  'mail.dispute.salons': 'Salons',
  'mail.dispute.look': 'Open the payment',
  'mail.received.subject': 'Your message arrived',
  'mail.received.title': 'We received your message',
  'mail.received.lead': 'Thank you for writing to us. We usually reply within 24 hours, by email.',
  'mail.received.notYou':
    'If you did not write to us, somebody typed your address by mistake: there is nothing you need to do.',
  'mail.received.why': 'You received this email because somebody wrote to Bukuri with this address.',
  'mail.whyAdmin': 'You received this email because you are an administrator of Bukuri.',
  'mail.why': 'You received this email because you ordered at Bukuri with this address.',
};
