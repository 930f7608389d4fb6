const HOME = '/';
/** A path of ours is one wherever the shop is; the server reads it too, and stands nowhere. */
const HERE = 'https://shop.invalid';
/** What a browser would read as the name of another site, or could not be pressed into an address bar. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const TRAPS = /^\/\/|[\u0000-\u001f\u007f\\]/;

/** Places that are no page to go on from: the door itself, and what answers programs. */
const NO_PAGES = /^\/(login|api|healthz|readyz)(\/|$)/i;

/** Where to go after signing in: `next` when it is a plain path of a page of this site, written as a browser would write it, else home. */
export function safeNext(next: string | null): string {
  try {
    const { origin, pathname, search, hash } = new URL(next ?? HOME, HERE);
    const isOurs = origin === HERE && pathname + search + hash === next;
    const place = decodeURIComponent(pathname);
    return isOurs && !TRAPS.test(place) && !NO_PAGES.test(place) ? next : HOME;
  } catch {
    // Not an address, or a `%` that encodes nothing.
    return HOME;
  }
}
