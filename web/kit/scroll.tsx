/** Keeps the scroll position per history entry and moves focus to the new page, as a page load would. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useNavigationType } from 'react-router';

const positions = new Map<string, number>();
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** `location` is the page in the background while a deal is open above it: opening and closing move nothing. */
export function ScrollKeeper({ location }: { location: Location }) {
  const how = useNavigationType();
  const key = `${location.pathname}${location.search}#${location.key}`;
  const shown = useRef(key);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const keep = () => positions.set(shown.current, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, []);

  useBrowserLayoutEffect(() => {
    if (shown.current === key) return;
    const samePath = shown.current.split(/[?#]/)[0] === location.pathname;
    shown.current = key;
    if (how === 'POP') window.scrollTo(0, positions.get(key) ?? 0);
    else if (!samePath) {
      window.scrollTo(0, 0);
      document.getElementById('content')?.focus({ preventScroll: true });
    }
  }, [key, how, location.pathname]);

  return null;
}
