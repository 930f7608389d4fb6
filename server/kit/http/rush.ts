/**
 * While more is asked than can be answered, whoever comes is told so at once and before any work, instead of hearing after
 * ten seconds what is of use to nobody. How long one would wait is measured: so many wait, and so often one of them is let in.
 */
import { type Turns, turns } from '#server/kit/turns.ts';
import { AppError } from './errors.ts';

/** Longest that is waited beside the work itself: what the goal for reads in a rush (p99 300 ms) leaves for it. */
const LONGEST_MS = 250;
/** Of the connections to the database the rest is for orders, for who signs in and for asking who somebody is. */
const OF_CONNECTIONS = 0.8;
/** Of the places; the rest is for what is known, whatever else hangs. */
const OF_PLACES = 0.8;
/** Of how many let in, for each place, the pace is an average: they begin in bursts of as many as there are places. */
const LATELY = 8;
/** What goes first: somebody's own and what everybody asks, then what is changed, then what anybody may invent. */
const KINDS = ['known', 'change', 'invented'] as const;

/** Does the work when there is room; 503 where that would take too long. */
export type InRush = <T>(kind: (typeof KINDS)[number], work: () => Promise<T>) => Promise<T>;

/** Of all that ask the database in this process. */
export const askingInRush = (connections: number) => inRush(Math.max(1, Math.floor(OF_CONNECTIONS * connections)));

export function inRush(atWork: number): InRush {
  const places = turns(atWork);
  const lines = KINDS.map((kind, rank) => {
    const most = kind === 'known' ? Infinity : Math.ceil(OF_PLACES * atWork);
    return line(places, { rank, atWork: most, lately: LATELY * atWork });
  });
  return async (kind, work) => {
    // How fast it went before everybody had gone says nothing of who comes now.
    if (places.isIdle) for (const each of lines) each.forget();
    const before = lines.slice(0, KINDS.indexOf(kind) + 1);
    // All wait at the same time: that nobody was let in for a moment is no longer for three lines than for one.
    if (Math.max(...before.map((each) => each.wait())) > LONGEST_MS) throw comeBack();
    return (before.at(-1) as Line).stand(work);
  };
}

interface Line {
  forget(): void;
  /** How long one more would wait, by how often somebody was let in lately. */
  wait(): number;
  stand<T>(work: () => Promise<T>): Promise<T>;
}

function line(places: Turns, { rank, atWork, lately }: { rank: number; atWork: number; lately: number }): Line {
  const share = turns(atWork);
  const waiting = () => share.waiting + places.waitingAt(rank);
  let gap = 0;
  let movedAt = 0;
  return {
    forget() {
      gap = 0;
    },
    wait: () => (waiting() > 0 ? Math.max(performance.now() - movedAt, waiting() * gap) : 0),
    stand(work) {
      if (waiting() === 0) movedAt = performance.now();
      let hasWaited = false;
      const begin = () => {
        const now = performance.now();
        if (hasWaited) gap += (now - movedAt - gap) / lately;
        movedAt = now;
        return work();
      };
      const working = share.take(() => places.take(begin, rank));
      hasWaited = true;
      return working;
    },
  };
}

let refused = 0;
/** Not all at the same moment again. */
const comeBack = () => new AppError(503, 'server.busy', { retryAfter: 2 + (refused++ % 4) });
