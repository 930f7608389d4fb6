/** Which deals a guest saved on this device: the server keeps them under the session id but shows the list to accounts only. */
import { useSyncExternalStore } from 'react';

const KEY = 'guestFavorites';
const listeners = new Set<() => void>();
const none: readonly string[] = [];
let known: readonly string[] | null = null;

function read(): readonly string[] {
  if (known) return known;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    known = Array.isArray(value) ? value.filter((id) => typeof id === 'string') : none;
  } catch {
    known = none;
  }
  return known;
}

export function setGuestFavorites(ids: readonly string[]): void {
  known = ids;
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Remembered for this visit only.
  }
  for (const tell of listeners) tell();
}

export function setGuestFavorite(id: string, saved: boolean): void {
  const others = read().filter((other) => other !== id);
  setGuestFavorites(saved ? [id, ...others] : others);
}

export function useGuestFavorites(): readonly string[] {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    read,
    () => none,
  );
}
