/** Keeps the scroll position per history entry; another page is begun at its heading. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';
import { focusPage } from './focus.ts';
import { entryOf, keepPlace, leftAt } from './history-entries.ts';
import type { OpenedOver } from './link.tsx';
import { returnTo } from './return-to.ts';

/** `location` is the page in the background while a deal is open above it: opening and closing move nothing. */
export function ScrollKeeper({ location }: { location: Location }) {
  const how = useNavigationType();
  const { over } = (useLocation().state ?? {}) as OpenedOver;
  const key = entryOf(location);
  const shown = useRef(key);
  const stopReturning = useRef(() => {});
  const [leftBefore] = useState(() => (typeof window === 'undefined' ? 0 : leftAt(key)));

  // What only its person sees comes after the page, which is too short until then for the browser's own way back.
  useEffect(() => returnTo(leftBefore), [leftBefore]);

  useEffect(() => {
    const keep = () => keepPlace(shown.current, window.scrollY);
    const takeOver = () => {
      history.scrollRestoration = 'manual';
    };
    // A reload is the browser's to restore; but a deal that was open above the page becomes a page, read from its top.
    const handBack = () => {
      if (!over) history.scrollRestoration = 'auto';
    };
    takeOver();
    keep();
    window.addEventListener('scroll', keep, { passive: true });
    window.addEventListener('pageshow', takeOver);
    window.addEventListener('pagehide', handBack);
    return () => {
      window.removeEventListener('scroll', keep);
      window.removeEventListener('pageshow', takeOver);
      window.removeEventListener('pagehide', handBack);
    };
  }, [over]);

  useLayoutEffect(() => {
    if (shown.current === key) return;
    const [before] = shown.current.split('#');
    const samePath = before?.split('?')[0] === location.pathname;
    const sameAddress = before === location.pathname + location.search;
    shown.current = key;
    stopReturning.current();
    if (!samePath) focusPage();
    if (how === 'POP') {
      const top = leftAt(key);
      window.scrollTo(0, top);
      stopReturning.current = returnTo(top);
    } else if (!samePath) {
      window.scrollTo(0, 0);
    } else if (!sameAddress) {
      // Another list begins at its top; focus stays with what asked for it.
      window.scrollTo(0, 0);
    }
  }, [key, how, location.pathname, location.search]);

  return null;
}

/** Back to the top of the page one is on, for who presses the way to where they are. */
export function scrollUp(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}
