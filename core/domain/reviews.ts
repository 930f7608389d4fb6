/** Reviews of salons by the buyers of redeemed vouchers. */

/** `hidden`: by an administrator, or because the redemption was undone. */
export const REVIEW_STATES = ['published', 'held', 'hidden', 'withdrawn'] as const;
export const REVIEW_REPORT_REASONS = ['offensive', 'private', 'notACustomer', 'other'] as const;

/** Days after the redemption in which the buyer can review. */
export const REVIEW_DAYS = 90;
/** Hours in which a review can be edited. */
export const EDIT_HOURS = 48;
/** Fewer reviews make no rating; a copy of `salon_rating` in the database. */
const MIN_RATED = 3;

/** Rating with one decimal and number of reviews. @param counts - of 1 to 5 stars */
export function ratingOf(counts: readonly number[]): { rating: number | null; count: number } {
  const count = counts.reduce((sum, each) => sum + each, 0);
  const stars = counts.reduce((sum, each, index) => sum + each * (index + 1), 0);
  return { rating: count < MIN_RATED ? null : Math.round((stars * 10) / count) / 10, count };
}
