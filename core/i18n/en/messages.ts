/** Words that any page may say once something was done, or was not. */
import type * as sq from '../sq/messages.ts';

export const words: Record<keyof typeof sq.words, string> = {
  'toast.signInRequired.title': 'Sign in required',
  'toast.signInRequired.text': 'Please sign in to save items to your cart',
  'toast.cartAdd.failed': 'Failed to add deal to cart',
  'toast.cartAdd.title': 'Added to cart',
  'toast.cartAdd.text': 'Deal has been added to your cart',
  'toast.cartAdd.view': 'View cart',
  'toast.cartQty.failed': 'Failed to update quantity',
  'toast.cartRemove.title': 'Item removed',
  'toast.cartRemove.text': 'Item has been removed from your cart',
  'toast.cartRemove.failed': 'Failed to remove item',
  'toast.cartClear.title': 'Cart cleared',
  'toast.cartClear.text': 'All items have been removed from your cart',
  'checkout.underWay': 'Your order is being confirmed...',
  'toast.favAdd.title': 'Added to favorites',
  'toast.favAdd.text': 'Deal has been saved to your favorites',
  'toast.favRemove.title': 'Removed from favorites',
  'toast.favRemove.text': 'Deal has been removed from your favorites',
};

export const refusals: Record<keyof typeof sq.refusals, string> = {
  'problem.input.malformed': 'The request could not be understood. Check it and try again.',
  'problem.input.invalid': 'The field {fields} is not right.',
  'problem.input.invalidFields': 'These fields are not right: {fields}.',
  'problem.input.encoding': 'The text holds characters that are not allowed.',
  'problem.input.type': 'This kind of content is not accepted.',
  'problem.input.tooLarge': 'The request is too large.',
  'problem.origin.foreign': 'The request did not come from this site and was not carried out.',
  'problem.host.foreign': 'This address belongs to another site.',
  'problem.route.absent': 'This address does not exist.',
  'problem.access.notAuthenticated': 'Not authenticated',
  'problem.access.forbidden': 'You are not allowed to do this.',
  'problem.limit.reached': 'Too many attempts. Wait a little and try again.',
  'problem.server.failed': 'Something went wrong on our side. Try again in a moment.',
  'problem.server.busy': 'The service is busy. Try again in a moment.',
  'page.number': 'If you write to us about this, mention number {requestId}.',
  'page.asOf': 'This page is as of {time}. It may have changed since; buying will be back soon.',
  'field.body': 'request',
  'field.sessionId': 'visit',
};
