/** Timers that cost no time: what would take a minute is over at once, and always in the same order. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as afterPromises } from 'node:timers/promises';

interface Timer {
  id: number;
  at: number;
  run: () => void;
}

export interface VirtualTime {
  /** Lets this many ms pass. */
  pass(ms: number): Promise<void>;
  /** Lets time pass until nothing is waited for. */
  passAll(): Promise<void>;
  [Symbol.dispose](): void;
}

/** True in what runs for whoever asked for virtual time; everything else in the process goes on by the clock. */
const isVirtual = new AsyncLocalStorage<boolean>();

/** Takes the place of `setTimeout`, for what the caller does from now on, until it is disposed of. */
export function virtualTime(): VirtualTime {
  const real = { setTimeout, clearTimeout };
  isVirtual.enterWith(true);
  let now = 0;
  let count = 0;
  let timers: Timer[] = [];

  const set = (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    if (!isVirtual.getStore()) return real.setTimeout(run, ms, ...values);
    count += 1;
    timers.push({ id: count, at: now + ms, run: () => run(...values) });
    return count;
  };
  const clear = (id: unknown) => {
    if (typeof id === 'object') return real.clearTimeout(id as NodeJS.Timeout);
    timers = timers.filter((timer) => timer.id !== id);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });

  async function passUntil(end: number): Promise<void> {
    await afterPromises();
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.id - b.id);
      if (!next) break;
      clear(next.id);
      now = next.at;
      next.run();
      await afterPromises();
    }
  }

  return {
    async pass(ms) {
      const end = now + ms;
      await passUntil(end);
      now = end;
    },
    passAll: () => passUntil(Number.MAX_SAFE_INTEGER),
    [Symbol.dispose]: () => {
      Object.assign(globalThis, real);
      isVirtual.enterWith(false);
    },
  };
}
