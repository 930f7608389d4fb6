/** Where the visitor is and how to go elsewhere. The history of the browser is in `shell/history-router.tsx`. */
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';

export interface Location {
  pathname: string;
  search: string;
  hash: string;
  // biome-ignore lint/suspicious/noExplicitAny: each page has states of its own
  state: any;
  /** Of the history entry. */
  key: string;
}

/** To an address of the shop, or a number of history entries on. */
export type Navigate = (to: string | number, options?: { replace?: boolean; state?: unknown }) => void;

interface Place {
  location: Location;
  /** How one came here. */
  action: 'POP' | 'PUSH' | 'REPLACE';
}

const PlaceContext = createContext<Place | null>(null);
const NavigateContext = createContext<Navigate>(() => {});

interface Props extends Place {
  navigate: Navigate;
  children: ReactNode;
}

export function Router({ location, action, navigate, children }: Props) {
  return (
    <NavigateContext value={navigate}>
      <PlaceContext value={{ location, action }}>{children}</PlaceContext>
    </NavigateContext>
  );
}

function usePlace(): Place {
  const place = use(PlaceContext);
  if (!place) throw new Error('useLocation outside of Router');
  return place;
}

export const useLocation = (): Location => usePlace().location;
export const useNavigationType = (): Place['action'] => usePlace().action;
/** Always the same function. */
export const useNavigate = (): Navigate => use(NavigateContext);

/** For the page below a dialog, which keeps its own location. */
export function PageLocation({ location, children }: { location: Location; children: ReactNode }) {
  const { action } = usePlace();
  const place = useMemo(() => ({ location, action }), [location, action]);
  return <PlaceContext value={place}>{children}</PlaceContext>;
}

/** Goes to another page as soon as it is rendered. */
export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [navigate, to]);
  return null;
}

/** The first location of an address: path, query and hash. */
export function locationOf(address: string): Location {
  const [, pathname = '/', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  return { pathname, search, hash, state: null, key: 'default' };
}
