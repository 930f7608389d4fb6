/** Setup of the web tests: renders components in the providers of the app and resets all state after each test. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { forgetScripts } from '#web/features/accounts/identities/identity-buttons.tsx';
import { cancelAnnouncements, LiveRegion } from '#web/kit/access/announce.tsx';
import { reportReached } from '#web/kit/data/online.ts';
import { createQueryClient } from '#web/kit/data/queries.ts';
import { clearPersonalState } from '#web/kit/data/stored-state.ts';
import { TranslateProvider } from '#web/kit/i18n/i18n.tsx';
import { resetLoadFailures } from '#web/kit/lazy.tsx';
import { AddressProvider } from '#web/kit/router/address.ts';
import { LinkProvider } from '#web/kit/router/link.tsx';
import { type Location, locationOf, type Navigate, Router, useLocation } from '#web/kit/router/location.tsx';
import { resetToasts } from '#web/kit/toasts.ts';
import { pageAt } from '#web/routes.ts';
import { signOut } from './fake-server.ts';

// Enough for a loaded machine.
const TIMEOUT_MS = 20_000;
configure({ asyncUtilTimeout: TIMEOUT_MS });
const waitFor = vi.waitFor;
vi.waitFor = (callback, options = TIMEOUT_MS) => waitFor(callback, options);
// Timers left by a test, such as retries, are cleared after it.
const timers = new Set<Parameters<typeof clearTimeout>[0]>();
const { setTimeout: wait, setInterval: repeat } = globalThis;
const tracked = <Timer extends typeof wait | typeof repeat>(start: Timer): Timer =>
  Object.assign((...args: Parameters<Timer>) => {
    const timer = start(...(args as Parameters<typeof wait>));
    timers.add(timer);
    return timer;
  }, start) as Timer;
Object.assign(globalThis, { setTimeout: tracked(wait), setInterval: tracked(repeat) });
afterAll(() => {
  Object.assign(globalThis, { setTimeout: wait, setInterval: repeat });
});
// Drops what answers to calls of the previous test have announced.
beforeEach(async () => {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  cancelAnnouncements();
  resetToasts();
});
// No answers unless a test has a `fakeServer`.
globalThis.fetch = () => new Promise(() => {});
afterEach(() => {
  cleanup();
  resetLoadFailures();
  forgetScripts();
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  // Cancels retries.
  for (const queries of made.splice(0)) {
    void queries.cancelQueries();
    queries.clear();
  }
  // Test files share a window.
  window.dispatchEvent(new Event('pageshow'));
  document.documentElement.removeAttribute('lang');
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  signOut();
  clearPersonalState();
  // Ends a pending connection check.
  reportReached();
});
// Clears the window for the next file of the worker.
afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});
// Missing in happy-dom: forms would take each select for changed.
Object.defineProperty(HTMLSelectElement.prototype, 'size', { value: 0, configurable: true });

/** Albanian messages. */
export const t = translator('sq', allWords.sq.words);

const made: QueryClient[] = [];

/** A history of its own, not that of the window. */
function MemoryRouter({ first, children }: { first: Location; children: ReactNode }) {
  const [{ entries, index, action }, setHistory] = useState({ entries: [first], index: 0, action: 'POP' as const });
  const [navigate] = useState<Navigate>(() => (to: string | number, { replace = false, state = null } = {}) => {
    setHistory(({ entries, index }) => {
      if (typeof to === 'number') return { entries, index: Math.max(0, index + to), action };
      const at = replace ? index : index + 1;
      const next = { ...locationOf(to), state, key: String(Math.random()) };
      return { entries: [...entries.slice(0, at), next], index: at, action };
    });
  });
  return (
    <Router location={entries[index] ?? first} action={action} navigate={navigate}>
      {children}
    </Router>
  );
}

/** Content of one page, gone after navigation to another. */
export function At({ path, children }: { path: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const address = pageAt(pathname, new URLSearchParams(search));
  return address.route.path === path ? <AddressProvider value={address}>{children}</AddressProvider> : null;
}

/** The providers of the app, at an address of the shop. */
function providersAt(at: string, state?: unknown) {
  const queries = createQueryClient();
  made.push(queries);
  const { pathname, searchParams } = new URL(at, location.origin);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <TranslateProvider value={t}>
        <MemoryRouter first={{ ...locationOf(at), state }}>
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

/** The latest announcements, of the page or a dialog, oldest first. */
export const said = () => [...document.querySelectorAll('[data-live-region] p')].map(({ textContent }) => textContent);

/** Renders content in the app's providers, at an address of the shop with a history state. */
export function show(content: ReactNode, { at = '/', state }: { at?: string; state?: unknown } = {}) {
  const { queries, wrapper } = providersAt(at, state);
  return { ...render(content, { wrapper }), queries };
}

/** The visible text of an element. */
export function seenIn(element: Element | null | undefined): string | undefined {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const forEars of copy?.querySelectorAll('.sr-only') ?? []) forEars.remove();
  return copy?.textContent ?? undefined;
}

/** The text of an element for screen readers. */
export function heardIn(element: Element | null | undefined): string | undefined {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const forEyes of copy?.querySelectorAll('[aria-hidden=true]') ?? []) forEyes.remove();
  return copy?.textContent ?? undefined;
}

/** The server-rendered HTML. */
export function asServed(content: ReactNode): string {
  const { wrapper: Wrapper } = providersAt('/');
  return renderToString(<Wrapper>{content}</Wrapper>);
}

/** Hydrates server-rendered content after running `meanwhile`; returns the hydration errors. */
export function hydrate(content: ReactNode, meanwhile: (queries: QueryClient) => void): unknown[] {
  const { queries, wrapper: Wrapper } = providersAt('/');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Wrapper>{content}</Wrapper>);
  meanwhile(queries);
  const differences: unknown[] = [];
  const onRecoverableError = (error: unknown) => void differences.push(error);
  render(content, { wrapper: Wrapper, container, hydrate: true, onRecoverableError });
  return differences;
}
