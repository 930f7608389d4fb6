/** The time as the server knows it, so that a countdown is honest on a phone whose clock is not. */
import { createContext, use, useEffect, useState } from 'react';
import { useHydrated } from './hydrated.ts';

/** The server's time when the page was made, in ms; what the first render shows on both sides. */
export const RenderedAt = createContext(0);

let offset = 0;
const TOLERATED = 5 * 60_000;

/** Corrects this browser's clock where it is more than five minutes off. `serverNow` in ms. */
export function setServerNow(serverNow: number): void {
  const difference = serverNow - Date.now();
  offset = Math.abs(difference) > TOLERATED ? difference : 0;
}

/** When something is first shown, in ms: with the page as the server made it then, and whatever comes later by now. */
function useShownAt(): number {
  const renderedAt = use(RenderedAt);
  const [shownAt] = useState(useHydrated() ? Date.now() + offset : renderedAt);
  return shownAt;
}

/** Now, in ms; ticks with what changes by the minute. */
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

/** Now, in ms; ticks every second in the last two minutes before `expiresAt`, else every 20 seconds. */
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
