/** Other tabs of this browser: what changed in one is news in all of them. */
const channel =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('bukuri');

export function tellTabs(news: string): void {
  channel?.postMessage(news);
}

const last = new Map<string, Promise<unknown>>();

/** Does it once no tab of this browser is busy with what has the same name; a tab that is closed no longer is. */
export async function inTurnOfTabs(name: string, work: () => Promise<unknown>): Promise<void> {
  // Not in the oldest browsers we serve, nor without TLS. There each tab has turns of its own.
  const locks: LockManager | null | undefined = navigator.locks;
  if (locks) await locks.request(name, work);
  else {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    await turn;
  }
}

/** Returns how to stop that. */
export function hearTabs(news: string, listener: () => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data === news) listener();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
