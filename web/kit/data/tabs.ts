/** Messages and locks between the tabs of this browser; its service worker sends messages too. */
const channel = typeof self === 'undefined' || !('BroadcastChannel' in self) ? null : new BroadcastChannel('bukuri');

/** Broadcast when notifications were read or a push message came. */
export const NOTIFICATIONS_CHANGED = 'inbox';

export function broadcast(event: string): void {
  channel?.postMessage(event);
}

const last = new Map<string, Promise<unknown>>();

/** Runs `work` while no other tab holds the lock of this name. */
export async function withTabLock(name: string, work: () => Promise<unknown>): Promise<void> {
  // The Web Locks API is missing in old browsers and without TLS: the lock is per tab then.
  const locks: LockManager | null | undefined = navigator.locks;
  if (locks) await locks.request(name, work);
  else {
    const done = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, done);
    await done;
  }
}

/** Calls `listener` when another tab broadcasts this event; returns the unsubscribe function. */
export function onBroadcast(event: string, listener: () => void): () => void {
  const onMessage = ({ data }: MessageEvent) => {
    if (data === event) listener();
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
