/** Where one came from, as the link that leads back there calls it. */
import type * as sq from '#core/i18n/sq/back.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'back.categories': 'Back to categories',
  'back.deal': 'Back to the deal',
  'back.salon': 'Back to the salon',
  'back.cart': 'Back to cart',
  'back.checkout': 'Back to checkout',
  'back.favorites': 'Back to saved deals',
  'back.order': 'Back to the order',
  'back.admin': 'Back to the admin panel',
  'back.profile': 'Back to profile',
  'back.desk': 'Back to the salon desk',
  'back.redeem': 'Back to accepting vouchers',
  'back.till': 'Back to the till',
  'back.voucher': 'Back to the voucher',
  'back.settings': 'Back to settings',
  'back.login': 'Back to sign in',
  'back.reset': 'Back to the new password',
  'back.verify': 'Back to confirming your email',
  'back.unsubscribe': 'Back to email notifications',
  'back.about': 'Back to About',
  'back.forSalons': 'Back to For salons',
  // Of the operator, on the pages that one comes back from.
  'legal.nipt': 'NIPT',
  'legal.address': 'Address',
  'legal.contact': 'Email',
  'back.terms': 'Back to the Terms of Service',
  'back.privacy': 'Back to the Privacy Policy',
  'back.accessibility': 'Back to Accessibility',
};
