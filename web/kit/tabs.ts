/** Other tabs of this browser: what changed in one is news in all of them. */
const channel =
  typeof window === 'undefined' || !('BroadcastChannel' in window) ? null : new BroadcastChannel('bukuri');

export function tellTabs(news: string): void {
  channel?.postMessage(news);
}

/** Returns how to stop that. */
export function hearTabs(news: string, listener: () => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    if (data === news) listener();
  };
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
