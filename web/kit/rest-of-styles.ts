/** The document has the styles of its first picture alone: what comes after it finds the others. */
import { waitForConnection } from './online.ts';
import { withResolvers } from './with-resolvers.ts';

/** So long the app waits for them: it is better worn in part than dead. */
const PATIENCE_MS = 3000;
/** Between two attempts; the last goes on. */
const PAUSES_MS = [1000, 4000, 15_000];

/** Resolves once they are there or the app has waited long enough; they are asked for until they come. */
export function restOfStyles(): Promise<void> | undefined {
  const href = document.querySelector<HTMLLinkElement>('link[as=style]')?.href;
  if (!href) return;
  const { promise, resolve } = withResolvers();
  setTimeout(resolve, PATIENCE_MS);
  ask(href, resolve);
  return promise;
}

function ask(href: string, arrived: () => void, count = 0): void {
  const link = document.createElement('link');
  const again = async () => {
    link.remove();
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(count, PAUSES_MS.length - 1)]));
    await waitForConnection();
    ask(href, arrived, count + 1);
  };
  Object.assign(link, { rel: 'stylesheet', href, onload: () => arrived(), onerror: () => void again() });
  document.head.append(link);
}
