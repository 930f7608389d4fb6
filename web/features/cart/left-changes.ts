/**
 * What was wanted of the cart on a page that was left before the server had answered, kept by the browser until another
 * page takes it up. What had been sent is said again: an addition has its key, and everything else says how it is to be.
 */
import { keptInBrowser } from '#web/kit/kept.ts';
import { inTurnOfTabs } from '#web/kit/tabs.ts';
import type { Intention } from './cart-intentions.ts';

interface LeftChanges {
  userId: string;
  /** When the page was left, by the clock of the device, ms. */
  at: number;
  changes: readonly Intention[];
}

/** Later the cart may have become another, on another device. */
const LATELY_MS = 10 * 60_000;

const isLeftChanges = (stored: unknown): stored is LeftChanges =>
  typeof stored === 'object' && stored !== null && 'userId' in stored && 'changes' in stored;

export const leftChanges = keptInBrowser<LeftChanges | null>('leftChanges', {
  none: null,
  read: (stored) => (isLeftChanges(stored) ? stored : null),
  isPersonal: () => true,
});

/** What a page keeps as it is left is for others: it does not live to do it. */
let isLeft = false;

export function keepLeftChanges({ userId, changes }: Omit<LeftChanges, 'at'>): void {
  isLeft = true;
  const before = leftChanges.getAfresh();
  const earlier = before?.userId === userId ? before.changes : [];
  leftChanges.set({ userId, at: Date.now(), changes: [...earlier, ...changes] });
}

/** Somebody came back to a page that was left: what nobody has taken up meanwhile is there to be taken up. */
export function returnToChanges(): void {
  isLeft = false;
  const left = leftChanges.get();
  leftChanges.set(left && { ...left });
}

/** What this person left to be done, said to `takeUp` in one tab alone; from now on it is that one's. */
export const takeLeftChanges = (userId: string, takeUp: (left: LeftChanges & { isLate: boolean }) => void) =>
  inTurnOfTabs('leftChanges', async () => {
    const left = leftChanges.getAfresh();
    if (isLeft || left?.userId !== userId) return;
    leftChanges.set(null);
    takeUp({ ...left, isLate: Date.now() - left.at > LATELY_MS });
  });
