/** The day from which the terms count that who registers accepts: that of the legal texts. */
export const TERMS_SINCE = '2025-01-14';
