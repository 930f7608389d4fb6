/** What this browser keeps between visits, the same in all its tabs. */
import { useSyncExternalStore } from 'react';

const personal = new Set<(how: { isEnd: boolean; isElsewhere: boolean }) => void>();

/** Leaves nothing of who was here for the next person on the device. `isEnd`: their session ended against their will. */
export function forgetPersonalThings(isEnd = false): void {
  for (const forget of personal) forget({ isEnd, isElsewhere: false });
}

/** The same of what this tab alone keeps: the tab in which they left forgot the rest, and who came after may have begun. */
export function forgetThingsOfTab(): void {
  for (const forget of personal) forget({ isEnd: false, isElsewhere: true });
}

interface Meaning<T> {
  none: T;
  /** Makes sense of what was stored, by whichever version; what it throws at is not kept. */
  read: (stored: unknown) => T;
  /** Whether it goes with whoever leaves, or whose session ended against their will. */
  isPersonal?: (value: T, isEnd: boolean) => boolean;
  /** What becomes of it when the session of whoever is here has ended against their will. */
  atEnd?: (value: T) => T;
  /** Whether this tab alone keeps it, until it is closed. */
  isOfTab?: boolean;
}

export interface KeptValue<T> {
  get(): T;
  /** The same, though another tab may have changed it a moment ago. */
  getAfresh(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
  /** What stands there before anything was kept, and while a page is rendered on the server. */
  none: T;
}

export function keptInBrowser<T>(
  key: string,
  { none, read, isPersonal, atEnd, isOfTab = false }: Meaning<T>,
): KeptValue<T> {
  const listeners = new Set<() => void>();
  const storage = () => (isOfTab ? sessionStorage : localStorage);
  let known: { value: T; text: string | null; isStored: boolean } | null = null;

  function tell(): void {
    for (const listener of listeners) listener();
  }

  function textNow(): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  }

  function meant(text: string | null): T {
    try {
      return text === null ? none : read(JSON.parse(text));
    } catch {
      return none;
    }
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key) return;
      known = null;
      tell();
    });
  }

  function set(value: T): void {
    const text = JSON.stringify(value);
    known = { value, text, isStored: true };
    try {
      storage().setItem(key, text);
    } catch {
      // Remembered for this visit only.
      known = { value, text, isStored: false };
    }
    tell();
  }

  function get(): T {
    return (known ?? getStored()).value;
  }

  /** What says the same as before is the same. */
  function getStored(): NonNullable<typeof known> {
    const text = textNow();
    if (known?.text !== text) known = null;
    known ??= { value: meant(text), text, isStored: true };
    return known;
  }

  function getAfresh(): T {
    return known?.isStored === false ? known.value : getStored().value;
  }

  personal.add(({ isEnd, isElsewhere }) => {
    const isOwn = isOfTab || known?.isStored === false;
    if (isEnd && atEnd) set(atEnd(getAfresh()));
    if ((isOwn || !isElsewhere) && isPersonal?.(get(), isEnd)) set(none);
  });
  return {
    none,
    get,
    getAfresh,
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useKept<T>({ get, subscribe, none }: KeptValue<T>): T {
  return useSyncExternalStore(subscribe, get, () => none);
}
