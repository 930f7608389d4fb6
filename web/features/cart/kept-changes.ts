/**
 * What was wanted of the cart on a page that was left before the server had answered, kept by the browser until another
 * page takes it up. What had been sent is said again: an addition has its key, and everything else says how it is to be.
 */
import { createStoredState, type StoredState } from '#web/kit/stored-state.ts';
import { withTabLock } from '#web/kit/tabs.ts';
import type { Intention } from './cart-intentions.ts';
import type { CartQueue } from './cart-queue.ts';

/** `at` is when its page was left first, by the clock of the device, ms. */
type KeptChange = Intention & { at: number };

export interface KeptChanges {
  userId: string;
  changes: readonly KeptChange[];
}

/** Later the cart may have become another, on another device. */
const LATELY_MS = 10 * 60_000;

/** The last ones are kept. */
const MOST = 50;

/** What stands in each. */
const FIELDS: Record<string, readonly string[]> = {
  add: ['key', 'deal', 'quantity', 'sessionId'],
  set: ['dealId', 'quantity'],
  remove: ['dealId'],
  clear: [],
  order: [],
};

const isKeptChange = (stored: Record<string, unknown>): boolean =>
  typeof stored.at === 'number' && (FIELDS[String(stored.kind)]?.every((field) => stored[field] != null) ?? false);

const isKeptChanges = (stored: unknown): stored is KeptChanges =>
  typeof stored === 'object' &&
  stored !== null &&
  'userId' in stored &&
  'changes' in stored &&
  Array.isArray(stored.changes) &&
  stored.changes.every(isKeptChange);

export const keptChanges = createStoredState<KeptChanges | null>('keptChanges', {
  none: null,
  read: (stored) => (isKeptChanges(stored) ? stored : null),
  isPersonal: () => true,
});

interface Browser {
  store: StoredState<KeptChanges | null>;
  inTurn: typeof withTabLock;
}

/** What becomes of what is wanted on one page of a browser when it is left, and when somebody comes back to it. */
export function pageOf({ store, inTurn }: Browser) {
  /** What a page keeps as it is left is for others: it does not live to do it. */
  let isLeft = false;
  return {
    /** Sends what can still be sent, and keeps what is not answered. What was taken up and not done is as old as it was. */
    leave(queue: CartQueue, userId: string | undefined): void {
      queue.hurry();
      const changes: readonly (Intention & { at?: number })[] = queue.pending();
      if (!userId || changes.every(({ kind }) => kind === 'order')) return;
      isLeft = true;
      const before = store.readFresh();
      const earlier = before?.userId === userId ? before.changes : [];
      const now = changes.map((change) => ({ ...change, at: change.at ?? Date.now() }));
      store.set({ userId, changes: [...earlier, ...now].slice(-MOST) });
    },
    /** Nothing of what was under way goes on: what nobody has taken up meanwhile is there to be taken up. */
    comeBack(queue: CartQueue): void {
      queue.forget();
      isLeft = false;
      // While it rested nobody told it what others did.
      const kept = store.readFresh();
      store.set(kept && { ...kept });
    },
    /** What this person left to be done, said to `takeUp` one by one, in one tab alone; from now on it is that one's. */
    take: (queue: CartQueue, userId: string, takeUp: (change: Intention, isLate: boolean) => void): Promise<void> =>
      queue.takeUp((earlier) =>
        inTurn('keptChanges', async () => {
          const kept = store.readFresh();
          if (isLeft || kept?.userId !== userId) return;
          store.set(null);
          for (const change of kept.changes) earlier(() => takeUp(change, Date.now() - change.at > LATELY_MS));
        }),
      ),
  };
}

export const thisPage = pageOf({ store: keptChanges, inTurn: withTabLock });
