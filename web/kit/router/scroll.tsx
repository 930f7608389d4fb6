/** Scroll position, and loaded pages of lists, per history entry; in session storage. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusPage } from '#web/kit/access/focus.ts';
import type { KeepsScroll, OpenedOver } from './link.tsx';
import { type Location, useLocation, useNavigationType } from './location.tsx';

interface Entry {
  /** Scroll position in pixels. */
  top: number;
  /** How many pages of its list were shown, and their height in pixels. */
  list?: { pages: number; height: number };
}

const KEY = 'historyEntries';
const MAX_ENTRIES = 50;

/** As the previous document left them; separate from `now` because a page scrolls before its list is complete. */
const before = new Map<string, Entry>(typeof window === 'undefined' ? [] : readStored());
const now = new Map<string, Entry>();

function readStored(): [string, Entry][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

if (typeof window !== 'undefined') {
  // A typed address starts at its top, although its entry has the same key as last time.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'navigate') before.delete(historyEntryKey({ ...location, key: 'default' }));
  window.addEventListener('pagehide', () => {
    const all = new Map([...before, ...now].slice(-MAX_ENTRIES));
    for (const [key, entry] of now) all.set(key, { ...before.get(key), ...entry });
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...all]));
    } catch {
      // A reload starts at the top then.
    }
  });
}

export function historyEntryKey({ pathname, search, key }: Pick<Location, 'pathname' | 'search' | 'key'>): string {
  return `${pathname}${search}#${key}`;
}

/** The entry with its list as it was left; null when it had none. */
export function savedList(key: string): Required<Entry> | null {
  const entry = now.get(key)?.list ? now.get(key) : before.get(key);
  return entry?.list ? { top: entry.top, list: entry.list } : null;
}

export function saveList(key: string, list: Required<Entry>['list']): void {
  now.set(key, { top: window.scrollY, list });
}

const savedTop = (key: string): number => (now.get(key) ?? before.get(key))?.top ?? 0;

function saveTop(key: string, top: number): void {
  now.set(key, { ...now.get(key), top });
}

/** How long a restored position waits for content, in ms. */
const RESTORE_TIMEOUT_MS = 10_000;
/** User input cancels the restoration. */
const INTERACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a position once the page is long enough; returns the cancel function. */
function restoreScroll(top: number): () => void {
  if (top === 0) return () => {};
  const scroll = () => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    stop();
    window.scrollTo(0, top);
  };
  const growth = new ResizeObserver(scroll);
  const timer = setTimeout(() => stop(), RESTORE_TIMEOUT_MS);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const type of INTERACTIONS) window.removeEventListener(type, stop);
  };
  for (const type of INTERACTIONS) window.addEventListener(type, stop, { passive: true });
  growth.observe(document.body);
  return stop;
}

/** `location` is the page in the background while a deal is open above it: opening and closing do not scroll. */
export function ScrollKeeper({ location }: { location: Location }) {
  const how = useNavigationType();
  const { over } = (useLocation().state ?? {}) as OpenedOver;
  const key = historyEntryKey(location);
  const shown = useRef(key);
  const stopRestoring = useRef(() => {});
  const [initialTop] = useState(() => (typeof window === 'undefined' ? 0 : savedTop(key)));

  // Personal content comes after hydration; until then the page is too short for the browser's own restoration.
  useEffect(() => restoreScroll(initialTop), [initialTop]);

  useEffect(() => {
    const save = () => saveTop(shown.current, window.scrollY);
    const restoreQueries = () => {
      history.scrollRestoration = 'manual';
    };
    // A reload is restored by the browser, except that a deal open in a dialog becomes a page, read from its top.
    const handBack = () => {
      if (!over) history.scrollRestoration = 'auto';
    };
    restoreQueries();
    save();
    window.addEventListener('scroll', save, { passive: true });
    window.addEventListener('pageshow', restoreQueries);
    window.addEventListener('pagehide', handBack);
    return () => {
      window.removeEventListener('scroll', save);
      window.removeEventListener('pageshow', restoreQueries);
      window.removeEventListener('pagehide', handBack);
    };
  }, [over]);

  useLayoutEffect(() => {
    if (shown.current === key) return;
    const [before] = shown.current.split('#');
    const samePath = before?.split('?')[0] === location.pathname;
    const sameAddress = before === location.pathname + location.search;
    shown.current = key;
    stopRestoring.current();
    if (!samePath) focusPage();
    if (how === 'POP') {
      const top = savedTop(key);
      window.scrollTo(0, top);
      stopRestoring.current = restoreScroll(top);
    } else if ((location.state as KeepsScroll | null)?.keepsScroll) {
      saveTop(key, window.scrollY);
    } else if (!sameAddress) {
      // Another page, or another list, whose control stays focused.
      window.scrollTo(0, 0);
    }
  }, [key, how, location.pathname, location.search, location.state]);

  return null;
}

/** For links to the current page. */
export function scrollToTop(): void {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isReduced ? 'auto' : 'smooth' });
}
