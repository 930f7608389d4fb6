/** The history of this tab as the location of the app. The first render uses the location that the server rendered. */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { hasConnection } from '#web/kit/data/online.ts';
import { SAVED_COPY_ID } from '#web/kit/data/saved-copies.ts';
import { captureBackFirst } from '#web/kit/router/back-guard.ts';
import { type Location, type Navigate, Router } from '#web/kit/router/location.tsx';

type Action = 'POP' | 'PUSH' | 'REPLACE';

/** What the history keeps of an entry. */
interface Entry {
  /** Its place in the history of this tab. */
  idx?: number;
  key?: string;
  /** State of the page. */
  usr?: unknown;
}

/** How long the previous page stays while the next one is loaded, before its fallback is shown, in ms. */
const TRANSITION_MS = 50;

const entry = () => (history.state ?? {}) as Entry;

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default' } = entry();
  return { pathname, search, hash, state: usr, key };
}

/** To be called before hydration: the location the page was rendered for. */
export function arrive(): Location {
  captureBackFirst();
  if (entry().idx === undefined) history.replaceState({ ...history.state, idx: 0 }, '');
  return currentLocation();
}

function write(to: string, { replace = false, state = null }: { replace?: boolean; state?: unknown }): void {
  const { idx = 0 } = entry();
  const next: Entry = { usr: state, key: Math.random().toString(36).slice(2, 10), idx: replace ? idx : idx + 1 };
  try {
    if (replace) history.replaceState(next, '', to);
    else history.pushState(next, '', to);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
    // Safari refuses more than 100 in ten seconds.
    window.location.assign(to);
  }
}

export function HistoryRouter({ arrival, children }: { arrival: Location; children: ReactNode }) {
  const [shown, setShown] = useState<{ action: Action; location: Location }>({ action: 'POP', location: arrival });
  const [{ navigate, follow }] = useState(() => followHistory(setShown));
  useLayoutEffect(() => {
    if (currentLocation().key !== arrival.key) follow('POP');
    const onPop = () => follow('POP');
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [follow, arrival]);
  return (
    <Router {...shown} navigate={navigate}>
      {children}
    </Router>
  );
}

function followHistory(show: (next: { action: Action; location: Location }) => void) {
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const follow = (action: Action) => {
    // The next page is no saved copy.
    if (hasConnection()) document.getElementById(SAVED_COPY_ID)?.remove();
    const next = { action, location: currentLocation() };
    startTransition(() => show(next));
    clearTimeout(timeout);
    timeout = setTimeout(() => show(next), TRANSITION_MS);
  };
  const navigate: Navigate = (to, options = {}) => {
    if (typeof to === 'number') return history.go(to);
    write(to, options);
    follow(options.replace ? 'REPLACE' : 'PUSH');
  };
  return { navigate, follow };
}
