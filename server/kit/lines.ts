/** Who asks for much at once waits for themselves: a line for each key, in which some are at work and some more wait. */
import { type Turns, turns } from './turns.ts';

/** Does the work when it is its turn in the line of the key; throws what `full` says where too many wait there. */
export type InLine = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function lines({ atWork, longest, full }: { atWork: number; longest: number; full: () => Error }): InLine {
  const byKey = new Map<string, Turns>();
  return async (key, work) => {
    const line = byKey.get(key) ?? turns(atWork);
    if (line.isFull && line.waiting >= longest) throw full();
    byKey.set(key, line);
    try {
      return await line.take(work);
    } finally {
      if (line.isIdle) byKey.delete(key);
    }
  };
}
