/** Names shared by the service worker and the pages. */

/** Cache of personal answers, deleted on sign-out. */
export const PRIVATE_CACHE = 'private';
/** Header of an answer that the service worker served from its cache, because the server was not reached. */
export const SAVED_COPY = 'x-saved-copy';
/** Id of the notice in a page served from the cache. */
export const SAVED_COPY_ID = 'saved-copy';
/** Message about a page served from the cache: the page asks for a newer version, the service worker reports one. */
export const NEWER_COPY = 'newer-copy';
