/** Much that is asked of the provider one after the other, without anybody waiting, and no longer than it makes sense. */
import { ProviderAway } from '#server/gateways/payments/provider.ts';

/** How many are asked about at the same time. */
const TOGETHER = 4;
/** After that a run takes up no more: the next one comes a minute after this one came. */
const RUN_MS = 45_000;
/** So many who in a row got no answer are told the provider is away; fewer may be what it fails of these alone. */
const IN_A_ROW = 8;

/** How far a run is. */
export interface Run {
  /** When it has to end, as `performance.now()` counts. */
  end: number;
  failures: unknown[];
  /** How many got no answer since the last that did. */
  unanswered: number;
}

export const beginRun = (): Run => ({ end: performance.now() + RUN_MS, failures: [], unanswered: 0 });

export const isOver = ({ end, unanswered }: Run) => unanswered >= IN_A_ROW || performance.now() >= end;

/** One that fails keeps none of the others waiting. */
export async function eachOf<T>(run: Run, these: readonly T[], settle: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...these];
  const settled = async (one: T) => {
    try {
      await settle(one);
      run.unanswered = 0;
    } catch (error) {
      run.failures.push(error);
      run.unanswered = error instanceof ProviderAway ? run.unanswered + 1 : 0;
    }
  };
  const work = async () => {
    for (let one = waiting.shift(); one !== undefined && !isOver(run); one = waiting.shift()) await settled(one);
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
}

/** Throws what failed. */
export function tellFailures({ failures }: Run, what: string): void {
  if (failures.length === 0) return;
  if (failures.every((error) => error instanceof ProviderAway)) throw failures[0];
  throw new AggregateError(failures, `${failures.length} ${what}`);
}
