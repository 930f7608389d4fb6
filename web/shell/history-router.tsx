/** Like React Router's `BrowserRouter`, but the first render uses the location that the server rendered. */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router';
import { hasConnection } from '#web/kit/data/online.ts';
import { SAVED_COPY_ID } from '#web/kit/data/saved-copies.ts';
import { captureBackFirst } from '#web/kit/forms/unsaved-changes.ts';

type History = ReturnType<typeof createBrowserHistory>;

/** The history of this tab, and the location the page was rendered for. */
export interface Arrival {
  history: History;
  location: Location;
}

/** How long the previous page stays while the next one is loaded, before its fallback is shown, in ms. */
const TRANSITION_MS = 50;

export function arrive(): Arrival {
  captureBackFirst();
  const history = createBrowserHistory({ v5Compat: true });
  return { history, location: history.location };
}

export function HistoryRouter({ arrival, children }: { arrival: Arrival; children: ReactNode }) {
  const { history } = arrival;
  const [shown, setShown] = useState({ action: history.action, location: arrival.location });
  useLayoutEffect(() => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      // The next page is no saved copy.
      if (hasConnection()) document.getElementById(SAVED_COPY_ID)?.remove();
      const next = { action: history.action, location: history.location };
      startTransition(() => setShown(next));
      clearTimeout(timeout);
      timeout = setTimeout(() => setShown(next), TRANSITION_MS);
    };
    if (history.location.key !== arrival.location.key) follow();
    const stop = history.listen(follow);
    return () => {
      stop();
      clearTimeout(timeout);
    };
  }, [history, arrival]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  );
}
