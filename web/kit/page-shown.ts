/** Whether the page is still shown: a browser breaks off the requests of a page that is left, and nobody is there to be told. */
import { withResolvers } from './with-resolvers.ts';

let shown = withResolvers();
shown.resolve();

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    shown = withResolvers();
  });
  window.addEventListener('pageshow', () => shown.resolve());
}

/** Resolves in a moment on a page that is shown, and on one that is left when somebody comes back to it. */
export async function whenShown(): Promise<void> {
  // A request is broken off just before the page hears that it is left.
  await new Promise((resolve) => setTimeout(resolve));
  await shown.promise;
}
