/** Links within the shop. They know nothing of where they stand until they are pressed: a list has dozens of them. */
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router';

/** State of a history entry that shows something above the page it was opened from. */
export interface OpenedOver {
  over?: Location;
  /** What that page already knew of it. */
  preview?: unknown;
}

/** State of a history entry that a link of ours led to: the path and query of the page before it. */
export interface CameFrom {
  from?: string | undefined;
}

interface Position {
  here: Location;
  navigate: NavigateFunction;
}

const PositionContext = createContext<RefObject<Position | null> | null>(null);

export function LinkProvider({ children }: { children: ReactNode }) {
  const position = useRef<Position>(null);
  const here = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    position.current = { here, navigate };
  }, [here, navigate]);
  return <PositionContext value={position}>{children}</PositionContext>;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path and query, from the root. */
  to: string;
  /** Opens above this page instead of in its place; the value is what is shown of it at once. */
  over?: unknown;
}

export function Link({ to, over, onClick, ...rest }: LinkProps) {
  const position = use(PositionContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!position?.current || event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    const { here, navigate } = position.current;
    const replace = to === here.pathname + here.search + here.hash;
    const from = replace ? (here.state as CameFrom | null)?.from : here.pathname + tellable(here.search);
    const state: CameFrom & OpenedOver = { from, ...(over !== undefined && { over: here, preview: over }) };
    void navigate(to, { replace, state });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

/** The state of an entry that comes after this one without a link. */
export const cameFromHere = (): CameFrom => ({ from: location.pathname + tellable(location.search) });

/** A link that was mailed is told to nobody, the history neither. */
function tellable(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has('token')) return search;
  query.delete('token');
  return query.size > 0 ? `?${query}` : '';
}

/** The browser itself opens new tabs and windows, and saves files. */
const opensHere = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget: { target, download },
}: MouseEvent<HTMLAnchorElement>) =>
  button === 0 &&
  !(metaKey || altKey || ctrlKey || shiftKey) &&
  (target === '' || target === '_self') &&
  download === '';
