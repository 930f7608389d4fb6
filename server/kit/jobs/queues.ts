/** Jobs of one queue come one after the other. */

/** A mail server that is slow keeps no other job waiting. */
export const MAILS = 'mails';
