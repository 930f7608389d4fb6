import type { FakeCart } from './fake-cart.ts';
import { attempt, type FakeLine } from './fake-line.ts';

/** The requests of a page. One that is under way when it is left arrives before the next page asks, or never; nobody reads its answer. */
export function requestsOf(line: FakeLine, server: FakeCart) {
  /** From coming to leaving. */
  let visit: object | null = {};
  let taken = 0;
  let arrive = () => {};
  const forEver = () => new Promise<never>(() => {});

  function wasTaken(): boolean {
    const was = taken > 0;
    taken = 0;
    return was;
  }

  return {
    areOver: () => visit === null,
    /** Whether the server did what was sent since this was asked the last time. */
    wasTaken,
    send<T>(act: () => T): Promise<T> {
      const now = visit;
      if (!now) return forEver();
      let answer: (() => T) | undefined;
      const serve = (): T => {
        const before = server.changes();
        answer ??= attempt(act);
        taken += server.changes() - before;
        return answer();
      };
      arrive = () => void attempt(serve);
      return line
        .carry(() => (visit === now ? serve() : (undefined as T)))
        .then(
          (value) => (visit === now ? value : forEver()),
          (error: unknown) => (visit === now ? Promise.reject(error) : forEver()),
        );
    },
    leave(isHeard: boolean): boolean {
      visit = null;
      if (isHeard) arrive();
      return wasTaken();
    },
    comeBack(): void {
      visit = {};
      arrive = () => {};
    },
  };
}
