/** React Router's `BrowserRouter`, but for its beginning: the page that is taken over decides, not where one has gone since. */
import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router';

type History = ReturnType<typeof createBrowserHistory>;

/** The history of this tab, and the place in it that the page was made for. */
export interface Arrival {
  history: History;
  location: Location;
}

export function arrive(): Arrival {
  const history = createBrowserHistory({ v5Compat: true });
  return { history, location: history.location };
}

export function HistoryRouter({ arrival, children }: { arrival: Arrival; children: ReactNode }) {
  const { history } = arrival;
  const [shown, setShown] = useState({ action: history.action, location: arrival.location });
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setShown({ action: history.action, location: history.location }));
    if (history.location.key !== arrival.location.key) follow();
    return history.listen(follow);
  }, [history, arrival]);
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      {children}
    </Router>
  );
}
