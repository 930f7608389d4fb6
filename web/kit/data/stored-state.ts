/** State in local or session storage, shared by all tabs of this browser. */
import { useSyncExternalStore } from 'react';
import { PRIVATE_CACHE } from './saved-copies.ts';

const personal = new Set<(how: { isEnd: boolean; isElsewhere: boolean }) => void>();

/** Clears personal state on sign-out. `isEnd`: the session expired or was revoked. */
export function clearPersonalState(isEnd = false): void {
  for (const clear of personal) clear({ isEnd, isElsewhere: false });
  if (typeof caches !== 'undefined') void caches.delete(PRIVATE_CACHE);
}

/** Clears only the personal state of this tab, after another tab signed out and cleared what all tabs share. */
export function clearTabState(): void {
  for (const clear of personal) clear({ isEnd: false, isElsewhere: true });
}

interface Options<T> {
  /** The initial value. */
  none: T;
  /** Parses the stored value, possibly of an older version; dropped if it throws. */
  read: (stored: unknown) => T;
  /** Whether the value is cleared on sign-out (`isEnd`: by an expired or revoked session). */
  isPersonal?: (value: T, isEnd: boolean) => boolean;
  /** The value after an expired or revoked session. */
  atEnd?: (value: T) => T;
  /** Per tab: session storage. */
  isOfTab?: boolean;
}

export interface StoredState<T> {
  get(): T;
  /** Bypasses the cached value, which may be stale after a change in another tab. */
  readFresh(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
  /** The initial value, also used on the server. */
  none: T;
}

export function createStoredState<T>(
  key: string,
  { none, read, isPersonal, atEnd, isOfTab = false }: Options<T>,
): StoredState<T> {
  const listeners = new Set<() => void>();
  const storage = () => (isOfTab ? sessionStorage : localStorage);
  let cached: { value: T; text: string | null; isStored: boolean } | null = null;

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function readText(): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  }

  function parse(text: string | null): T {
    try {
      return text === null ? none : read(JSON.parse(text));
    } catch {
      return none;
    }
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== key) return;
      cached = null;
      notify();
    });
  }

  function set(value: T): void {
    const text = JSON.stringify(value);
    cached = { value, text, isStored: true };
    try {
      storage().setItem(key, text);
    } catch {
      // Kept in memory only.
      cached = { value, text, isStored: false };
    }
    notify();
  }

  function get(): T {
    return (cached ?? readStored()).value;
  }

  /** Keeps the identity of a value whose text has not changed. */
  function readStored(): NonNullable<typeof cached> {
    const text = readText();
    if (cached?.text !== text) cached = null;
    cached ??= { value: parse(text), text, isStored: true };
    return cached;
  }

  function readFresh(): T {
    return cached?.isStored === false ? cached.value : readStored().value;
  }

  personal.add(({ isEnd, isElsewhere }) => {
    const isOwn = isOfTab || cached?.isStored === false;
    if (isEnd && atEnd) set(atEnd(readFresh()));
    if ((isOwn || !isElsewhere) && isPersonal?.(get(), isEnd)) set(none);
  });
  return {
    none,
    get,
    readFresh,
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStoredState<T>({ get, subscribe, none }: StoredState<T>): T {
  return useSyncExternalStore(subscribe, get, () => none);
}
