/** Links within the shop. They read the location only when clicked, because a list has dozens of them. */
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
import { type Location, type Navigate, useLocation, useNavigate } from './location.tsx';

/** State of a history entry whose page is shown in a dialog above the page it was opened from. */
export interface OpenedOver {
  over?: Location;
  /** Preview of the content from that page. */
  preview?: unknown;
}

/** State of a history entry reached by a link: path and query of the previous page. */
export interface CameFrom {
  from?: string | undefined;
}

/** State of a history entry that differs from the previous one by a dialog: the page is not scrolled. */
export interface KeepsScroll {
  keepsScroll?: boolean;
}

interface Position {
  here: Location;
  navigate: Navigate;
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
  /** Opens in a dialog above this page; the value is a preview of the content. */
  over?: unknown;
  /** Loads a document, for a page with permissions of its own. */
  reloads?: boolean;
}

export function Link({ to, over, reloads = false, onClick, ...rest }: LinkProps) {
  const position = use(PositionContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (reloads || !position?.current || event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    const { here, navigate } = position.current;
    const replace = to === here.pathname + here.search + here.hash;
    const from = replace ? (here.state as CameFrom | null)?.from : here.pathname + withoutToken(here.search);
    const state: CameFrom & OpenedOver = { from, ...(over !== undefined && { over: here, preview: over }) };
    void navigate(to, { replace, state });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

/** The same state, for programmatic navigation. */
export const cameFromHere = (): CameFrom => ({ from: location.pathname + withoutToken(location.search) });

/** Secrets of links (`token`, and `code` of a voucher) are kept out of the history state. */
function withoutToken(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('token');
  query.delete('code');
  return query.size > 0 ? `?${query}` : '';
}

/** New tabs, new windows and downloads are left to the browser. */
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
