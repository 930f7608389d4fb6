/** How each entry of this tab's history was left, so that a reload and Back find it so; kept for as long as the tab is open. */
import type { Location } from 'react-router';

interface Left {
  /** Scrolled to here, in pixels. */
  top: number;
  /** How many pages of its list were shown, and how high that was, in pixels. */
  list?: { pages: number; height: number };
}

const KEY = 'historyEntries';
const MOST = 50;

/** As the page before this one left them; what is found here may be scrolled before the list of it is whole. */
const before = new Map<string, Left>(typeof window === 'undefined' ? [] : stored());
const now = new Map<string, Left>();

function stored(): [string, Left][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

if (typeof window !== 'undefined') {
  // An address that is gone to anew begins at its top, though its entry is called like that of the last time.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'navigate') before.delete(entryOf({ ...location, key: 'default' }));
  window.addEventListener('pagehide', () => {
    const all = new Map([...before, ...now].slice(-MOST));
    for (const [entry, left] of now) all.set(entry, { ...before.get(entry), ...left });
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...all]));
    } catch {
      // Then a reload begins at the top.
    }
  });
}

export function entryOf({ pathname, search, key }: Pick<Location, 'pathname' | 'search' | 'key'>): string {
  return `${pathname}${search}#${key}`;
}

/** How it was left with a list in it; null when it had none. */
export function leftList(entry: string): Required<Left> | null {
  const left = now.get(entry)?.list ? now.get(entry) : before.get(entry);
  return left?.list ? { top: left.top, list: left.list } : null;
}

export const leftAt = (entry: string): number => (now.get(entry) ?? before.get(entry))?.top ?? 0;

export function keepPlace(entry: string, top: number): void {
  now.set(entry, { ...now.get(entry), top });
}

export function keepList(entry: string, list: Required<Left>['list']): void {
  now.set(entry, { top: window.scrollY, list });
}
