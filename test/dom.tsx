/** A browser's document for the tests of the web: components stand inside the providers of the app. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { forgetScripts } from '#web/features/identities/identity-buttons.tsx';
import { AddressProvider } from '#web/kit/address.ts';
import { cancelAnnouncements, LiveRegion } from '#web/kit/announce.tsx';
import { TranslateProvider } from '#web/kit/i18n.tsx';
import { resetLoadFailures } from '#web/kit/lazy.tsx';
import { LinkProvider } from '#web/kit/link.tsx';
import { reportReached } from '#web/kit/online.ts';
import { createQueryClient } from '#web/kit/queries.ts';
import { clearPersonalState } from '#web/kit/stored-state.ts';
import { resetToasts } from '#web/kit/toasts.ts';
import { pageAt } from '#web/routes.ts';
import { signOut } from './fake-server.ts';

// As long as a machine with other things to do may take.
const PATIENCE_MS = 20_000;
configure({ asyncUtilTimeout: PATIENCE_MS });
const waitFor = vi.waitFor;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
// What a test left waiting, such as another try of a call, would be done in a test after it.
const waiting = new Set<Parameters<typeof clearTimeout>[0]>();
const { setTimeout: wait, setInterval: repeat } = globalThis;
const noting = <Timer extends typeof wait | typeof repeat>(begin: Timer): Timer =>
  Object.assign((...words: Parameters<Timer>) => {
    const timer = begin(...(words as Parameters<typeof wait>));
    waiting.add(timer);
    return timer;
  }, begin) as Timer;
Object.assign(globalThis, { setTimeout: noting(wait), setInterval: noting(repeat) });
afterAll(() => {
  Object.assign(globalThis, { setTimeout: wait, setInterval: repeat });
});
// What the test before was answered when it was over is said to nobody.
beforeEach(async () => {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  cancelAnnouncements();
  resetToasts();
});
// Nobody answers unless a test has a server (`fakeServer`).
globalThis.fetch = () => new Promise(() => {});
afterEach(() => {
  cleanup();
  resetLoadFailures();
  forgetScripts();
  for (const timer of waiting) clearTimeout(timer);
  waiting.clear();
  // What was asked for is not asked for again once the test is over.
  for (const queries of made.splice(0)) {
    void queries.cancelQueries();
    queries.clear();
  }
  // A file shares its window with those after it: nothing is left of the page that a test went away from.
  window.dispatchEvent(new Event('pageshow'));
  document.documentElement.removeAttribute('lang');
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  signOut();
  clearPersonalState();
  // A test may end while it is being asked whether there is a connection.
  reportReached();
});
// All files of a worker share a window: none finds what another kept in it.
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the document of the tests has no other way
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});
// Every browser has it; without it a form takes each list for one that somebody has already chosen from.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0, configurable: true });

/** The words every test reads: the Albanian ones. */
export const t = translator('sq', allWords.sq.words);

const made: QueryClient[] = [];

/** The providers of the app, at an address of the shop. */
function standAt(at: string, state?: unknown) {
  const queries = createQueryClient();
  made.push(queries);
  const { pathname, search, hash, searchParams } = new URL(at, location.origin);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <TranslateProvider value={t}>
        <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
          <AddressProvider value={pageAt(pathname, searchParams)}>
            <LinkProvider>{children}</LinkProvider>
            <LiveRegion />
          </AddressProvider>
        </MemoryRouter>
      </TranslateProvider>
    </QueryClientProvider>
  );
  return { queries, wrapper };
}

/** All that a screen reader speaks of by itself: the voice alone should be. */
export const SPEAKING = '[role=status], [role=alert], [role=log], output, [aria-live]:not([aria-live=off])';

/** What a screen reader has been told in the last seconds, by the page or in a dialog, oldest first. */
export const said = () => [...document.querySelectorAll('[data-live-region] p')].map(({ textContent }) => textContent);

/** Shows something as the app would, at an address of the shop, whose entry in the history may hold a state. */
export function show(content: ReactNode, { at = '/', state }: { at?: string; state?: unknown } = {}) {
  const { queries, wrapper } = standAt(at, state);
  return { ...render(content, { wrapper }), queries };
}

/** What of it is written for eyes. */
export function seenIn(element: Element | null | undefined): string | undefined {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const forEars of copy?.querySelectorAll('.sr-only') ?? []) forEars.remove();
  return copy?.textContent ?? undefined;
}

/** What of it a screen reader is given. */
export function heardIn(element: Element | null | undefined): string | undefined {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const forEyes of copy?.querySelectorAll('[aria-hidden=true]') ?? []) forEyes.remove();
  return copy?.textContent ?? undefined;
}

/** What stands there until the page is alive. */
export function asServed(content: ReactNode): string {
  const { wrapper: Wrapper } = standAt('/');
  return renderToString(<Wrapper>{content}</Wrapper>);
}

/** Takes over what the server rendered, after `meanwhile`; answers in what the two differed. */
export function hydrate(content: ReactNode, meanwhile: (queries: QueryClient) => void): unknown[] {
  const { queries, wrapper: Wrapper } = standAt('/');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Wrapper>{content}</Wrapper>);
  meanwhile(queries);
  const differences: unknown[] = [];
  const onRecoverableError = (error: unknown) => void differences.push(error);
  render(content, { wrapper: Wrapper, container, hydrate: true, onRecoverableError });
  return differences;
}
