/** What the service worker and the pages agree on. */

/** Cache of answers about the signed-in user, deleted when they leave. */
export const PRIVATE_CACHE = 'private';
/** Header of an answer that the service worker had kept, because the server was not reached. */
export const SAVED_COPY = 'x-saved-copy';
/** Id of the notice in a page that the service worker had kept. */
export const SAVED_COPY_ID = 'saved-copy';
/** Message to a page that the service worker had kept: there is a newer one; to the service worker: is there? */
export const NEWER_COPY = 'newer-copy';
