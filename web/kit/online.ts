/** Whether the server can be reached: the browser's word, corrected by what requests really do. */
import { useSyncExternalStore } from 'react';

let offline = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (offline === value) return;
  offline = value;
  for (const tell of listeners) tell();
}

/** `navigator.onLine` may lie, so a request that could not be sent counts as being offline. */
export const reportUnreachable = () => set(true);
export const reportReached = () => set(false);

/** Asks the server itself until it answers; the banner must not promise more than is true. */
async function probe(): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    reportReached();
  } catch {
    if (navigator.onLine) setTimeout(probe, 3000);
  }
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  if (listeners.size === 1) {
    window.addEventListener('offline', reportUnreachable);
    window.addEventListener('online', probe);
    if (!navigator.onLine) reportUnreachable();
  }
  return () => {
    listeners.delete(tell);
    if (listeners.size > 0) return;
    window.removeEventListener('offline', reportUnreachable);
    window.removeEventListener('online', probe);
  };
}

/** True while there is no connection. */
export function useOffline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => offline,
    () => false,
  );
}
