/**
 * While more is asked than can be answered, whoever comes is told so at once and before any work, instead of hearing after
 * ten seconds what is of use to nobody. How long one would wait is measured: so many wait, and so often one of them is let in.
 */
import { turns } from '#server/kit/turns.ts';
import { AppError } from './errors.ts';

/** Longest that is waited beside the reading itself: what the goal for reads in a rush (p99 300 ms) leaves for it. */
const LONGEST_MS = 250;
/** What is left of the connections to the database is for what is known, for orders and for who signs in. */
const SHARE = 0.8;
/** Of how many that were let in the pace is an average. */
const LATELY = 8;

/** Reads when there is room; 503 where that would take too long. What is not known waits for nothing while what is known waits. */
export type InRush = <T>(read: () => Promise<T>, isKnown: boolean) => Promise<T>;

export function inRush({ atWork }: { atWork: number }): InRush {
  const [known, unknown] = [room(atWork), room(Math.ceil(SHARE * atWork))];
  return async (read, isKnown) => {
    if (isKnown) return known.take(read);
    if (known.waiting > 0) throw comeBack();
    return unknown.take(read);
  };
}

function room(atWork: number) {
  const places = turns(atWork);
  let gap = 0;
  let letInAt = 0;
  return {
    get waiting() {
      return places.waiting;
    },
    async take<T>(read: () => Promise<T>): Promise<T> {
      const came = performance.now();
      const { waiting } = places;
      // How fast it went before everybody had gone says nothing of who comes now.
      if (places.isIdle) gap = 0;
      if (waiting > 0 && Math.max(came - letInAt, waiting * gap) > LONGEST_MS) throw comeBack();
      let hasWaited = false;
      const taking = places.take(() => {
        const now = performance.now();
        if (hasWaited) gap += (now - Math.max(letInAt, came) - gap) / LATELY;
        letInAt = now;
        return read();
      });
      hasWaited = true;
      return taking;
    },
  };
}

let refused = 0;
/** Not all at the same moment again. */
const comeBack = () => new AppError(503, 'server.busy', { retryAfter: 2 + (refused++ % 4) });
