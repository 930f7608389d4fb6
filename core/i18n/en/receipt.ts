/** Words of the page of an order. */
import type * as sq from '#core/i18n/sq/receipt.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'orders.receipt': 'Payment Receipt',
  'orders.receipt.notFiscal': 'This is not a fiscal invoice.',
  'orders.receipt.askFiscal': 'Ask the salon for the fiscal invoice.',
  'orders.method': 'Payment method',
  'receipt.toShow': 'For the salon',
  'receipt.payment': 'Payment',
  'receipt.qr': 'QR code: {id}',
  'receipt.problem': 'I have a problem with this order',
  'receipt.print': 'Print',
  'receipt.ordered': 'What you ordered',
  'receipt.charged': 'Charged to the card',
  'receipt.refunded': 'Refunded to the card',
  'receipt.refunding': 'On its way back to the card',
  'receipt.note.paidAtSalon': 'You paid for it at the salon.',
  'receipt.note.canceled': 'You canceled this order. You owe nothing.',
  'receipt.note.expired': 'The order was not used in time and was closed. You owe nothing.',
  'receipt.note.over': 'It could be used until {date}.',
  'receipt.note.underWay': 'The payment is still under way.',
  'receipt.note.notPaid': 'The payment did not go through.',
  'receipt.note.refunded': 'The money went back to your card. It may take your bank some days to show it.',
  'receipt.note.partlyRefunded': 'A part of the money went back to your card. The rest of the order is valid.',
  'receipt.note.disputed': 'This payment is disputed at the bank. Until that is settled, the order cannot be used.',
  'receipt.note.test': 'This order was paid with a test card and is not valid at the salon.',
  'receipt.note.lost': 'Your bank gave this payment back to you, so the order can no longer be used.',
};
