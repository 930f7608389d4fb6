/** React Router's `BrowserRouter`, but for its beginning: the page that is taken over decides, not where one has gone since. */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router';
import { hearBackFirst } from './leaving.ts';

type History = ReturnType<typeof createBrowserHistory>;

/** The history of this tab, and the place in it that the page was made for. */
export interface Arrival {
  history: History;
  location: Location;
}

/** How long the page one leaves may stay while the next one is fetched, in ms: whoever tapped must see that at once. */
const STAY_MS = 50;

export function arrive(): Arrival {
  hearBackFirst();
  const history = createBrowserHistory({ v5Compat: true });
  return { history, location: history.location };
}

export function HistoryRouter({ arrival, children }: { arrival: Arrival; children: ReactNode }) {
  const { history } = arrival;
  const [shown, setShown] = useState({ action: history.action, location: arrival.location });
  useLayoutEffect(() => {
    let hurry: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const next = { action: history.action, location: history.location };
      startTransition(() => setShown(next));
      clearTimeout(hurry);
      hurry = setTimeout(() => setShown(next), STAY_MS);
    };
    if (history.location.key !== arrival.location.key) follow();
    const stop = history.listen(follow);
    return () => {
      stop();
      clearTimeout(hurry);
    };
  }, [history, arrival]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  );
}
