/** Links within the shop. They know nothing of where they stand until they are pressed: a list has dozens of them. */
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useRef,
} from 'react';
import { type Location, type NavigateFunction, useLocation, useNavigate } from 'react-router';

/** State of a history entry that shows a deal above the list it was opened from. */
export interface OpenedOver {
  over?: Location;
}

interface Way {
  here: Location;
  navigate: NavigateFunction;
}

const WayContext = createContext<RefObject<Way> | null>(null);

export function LinkProvider({ children }: { children: ReactNode }) {
  const way = useRef<Way>(null as never);
  way.current = { here: useLocation(), navigate: useNavigate() };
  return <WayContext value={way}>{children}</WayContext>;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path and query, from the root. */
  to: string;
  /** Opens a deal above this page instead of in its place. */
  over?: boolean;
}

export function Link({ to, over = false, onClick, ...rest }: LinkProps) {
  const way = use(WayContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!way || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    const { here, navigate } = way.current;
    void navigate(to, { replace: to === here.pathname + here.search + here.hash, state: over ? { over: here } : null });
  };
  return <a {...rest} href={to} onClick={follow} />;
}

/** The browser opens new tabs and windows itself. */
const isPlain = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
