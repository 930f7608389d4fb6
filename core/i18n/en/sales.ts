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
