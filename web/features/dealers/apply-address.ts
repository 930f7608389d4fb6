/** Where the profile opens the request to post deals. */
export const APPLY_ADDRESS = '/profile#apply';
