/**
 * How long anybody waits for an answer. Five seconds: longer than the slowest statement may take (3 s) and the wait for a connection (2 s),
 * and shorter than people stay before a page that does nothing and than the ten seconds after which proxies and clients
 * begin to give up and ask again.
 */
export const PATIENCE_MS = 5_000;

/** The work, which is not begun later than so long after this: its asker was answered by then. */
export function unlessLate<T>(work: () => Promise<T>, late: () => Error): () => Promise<T> {
  const came = performance.now();
  return async () => {
    if (performance.now() - came >= PATIENCE_MS) throw late();
    return work();
  };
}
