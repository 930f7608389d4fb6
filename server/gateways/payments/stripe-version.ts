/** What we read is written for this version of Stripe's interface; its package refuses to compile with another. */
export const API_VERSION = '2026-10-28.endive';
