/** Words of the orders that a dealer got. */
import type * as sq from '#core/i18n/sq/sales.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'sales.title': 'Orders at your salon',
  'sales.lead':
    'Clients show a code when they come: search for it here to see what they ordered and whether they pay at your salon. We do not show who they are.',
  'sales.search': "Search for the client's code",
  'sales.empty': 'No orders yet',
  'sales.notFound': 'No order with the code {code}',
  'sales.failed': 'The orders could not be loaded',
  'sales.more': 'Show more orders',
  'sales.useBy': 'Valid until {date}',
  'sales.total': 'Total',
  'sales.toPay': 'To pay at your salon',
  'sales.state.toPay': 'Pays at the salon',
  'sales.state.paid': 'Paid by card',
  'sales.state.used': 'Paid at the salon',
  'sales.state.over': 'Out of date',
  'sales.state.canceled': 'Canceled',
  'sales.state.expired': 'Expired',
  'sales.state.refunded': 'Refunded',
  'sales.state.disputed': 'Disputed at the bank',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.vouchers.notFound': 'There is no voucher at this address.',
  'problem.redeem.unknown': 'There is no voucher with this code.',
  'problem.redeem.wrongSalon': 'This voucher is for another salon.',
  'problem.redeem.canceled': 'This voucher has been canceled.',
  'problem.redeem.refunded': 'This voucher has been refunded.',
  'problem.redeem.disputed': 'The customer’s bank disputes this payment. The voucher cannot be accepted now.',
  'problem.redeem.testPayment': 'This voucher was paid with a test card and is not valid.',
  'problem.redeem.alreadyRedeemed': 'Already used on {date}, accepted by {name}.',
  'problem.redeem.expired': 'This voucher expired on {date}.',
  'problem.redeem.several': 'This order has several vouchers. Choose one.',
  'problem.redeem.noSalon': 'This account has no salon, so it cannot accept vouchers.',
  'problem.redeem.nonceUsed': 'This request was sent before for another code. Try again.',
  'problem.redeem.notFound': 'This redemption was not found.',
  'problem.redeem.undoOver': 'The 10 minutes have passed. Write to us and we will undo it.',
  'problem.tills.linkOver': 'This link was used or has expired. Ask for a new one.',
  'problem.tills.tooMany': 'You have 10 tills. Remove one before you add another.',
  'field.nonce': 'request key',
  'field.voucherId': 'voucher',
  'field.cashReceived': 'amount received',
  'field.happenedAt': 'time',
  'field.source': 'source',
};
