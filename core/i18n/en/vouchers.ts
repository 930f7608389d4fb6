/** Words of a voucher as its holder sees it. */
import type * as sq from '#core/i18n/sq/vouchers.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'voucher.title': 'Voucher',
  'voucher.yours': 'Your voucher',
  'voucher.yours.several': 'Your vouchers',
  'voucher.position': 'Voucher {number} of {count}',
  'voucher.code': 'Voucher code',
  'voucher.qr': 'QR code of the voucher: {code}',
  'voucher.showHint': 'Show the QR code at the salon, or read the code aloud.',
  'voucher.useBy': 'Use by {date}',
  'voucher.cashDue': 'Pay {amount} in cash at the salon',
  'voucher.paid': 'Paid',
  'voucher.offline': 'This code is valid without internet, too',
  'voucher.offline.several': 'These codes are valid without internet, too',
  'voucher.fullScreen': 'Open in full screen',
  'voucher.gift': 'To give it away, share its link. Whoever has the link can use the voucher.',
  'voucher.gift.text': 'Voucher: {title} at {salon}. Whoever has this link can use it.',
  'voucher.link': 'Whoever has this link can use the voucher.',
  'voucher.greeting': 'Hello, I have a voucher from Bukuri for “{title}”. When can I come?',
  'voucher.status.valid': 'Valid',
  'voucher.status.redeemed': 'Used',
  'voucher.status.expired': 'Expired',
  'voucher.status.canceled': 'Canceled',
  'voucher.status.refunded': 'Refunded',
  'voucher.status.disputed': 'Disputed',
};
