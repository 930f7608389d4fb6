/** Who asks for much at once waits for themselves: a line for each key, in which some are at work and some more wait. */
import { busy } from './http/errors.ts';
import { type Turns, turns } from './turns.ts';

/** Who waited longer is told to come back: the answer would come to nobody. */
const PATIENCE_MS = 10_000;

/** Does the work when it is its turn in the line of the key; throws what `full` says where too many wait there. */
export type InLine = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function lines({ atWork, longest, full }: { atWork: number; longest: number; full: () => Error }): InLine {
  const byKey = new Map<string, Turns>();
  return async (key, work) => {
    const line = byKey.get(key) ?? turns(atWork);
    if (line.waiting >= longest) throw full();
    byKey.set(key, line);
    try {
      return await line.take(work);
    } finally {
      if (line.isIdle) byKey.delete(key);
    }
  };
}

/** The work, which refuses with 503 where it begins later than so long after this: not after its asker was answered. */
export function unlessLate<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): () => Promise<T> {
  const came = performance.now();
  return async () => {
    if (performance.now() - came >= patienceMs) throw busy();
    return work();
  };
}
