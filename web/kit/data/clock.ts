/** The server's time, so that countdowns are right on a phone whose clock is not. */
import { createContext, use, useEffect, useState } from 'react';
import { useHydrated } from '#web/kit/router/page-state.ts';

/** The server's time when the page was rendered, in ms; used by the first render on both sides. */
export const RenderedAt = createContext(0);

let offset = 0;
const TOLERATED_MS = 5 * 60_000;

/** Corrects this browser's clock where it is more than five minutes off. `serverNow` in ms. */
export function setServerNow(serverNow: number): void {
  const difference = serverNow - Date.now();
  offset = Math.abs(difference) > TOLERATED_MS ? difference : 0;
}

/** The time of a component's first render, in ms: the server's during hydration, else now. */
function useShownAt(): number {
  const renderedAt = use(RenderedAt);
  const [shownAt] = useState(useHydrated() ? Date.now() + offset : renderedAt);
  return shownAt;
}

/** Now, in ms; updated every 20 seconds. */
export function useMinute(): number {
  const [now, setNow] = useState(useShownAt());
  useEffect(() => {
    const tick = () => setNow(Date.now() + offset);
    tick();
    const timer = setInterval(tick, 20_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Now, in ms; updated every second in the last two minutes before `expiresAt`, else every 20 seconds. */
export function useNow(expiresAt: string | null): number {
  const [now, setNow] = useState(useShownAt());
  useEffect(() => {
    if (expiresAt === null) return;
    const end = Date.parse(expiresAt);
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const current = Date.now() + offset;
      setNow(current);
      if (current <= end) timer = setTimeout(tick, end - current < 120_000 ? 1000 : 20_000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return now;
}
