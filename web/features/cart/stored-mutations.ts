/**
 * Cart mutations that were pending when their page was left, kept in localStorage until another page sends them. Sending
 * them again is safe: an addition has an idempotency key, and every other mutation states its result.
 */
import { useEffect, useEffectEvent } from 'react';
import { useUser } from '#web/features/accounts/use-user.ts';
import { attemptSettled } from '#web/features/orders/order-attempt.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { withTabLock } from '#web/kit/data/tabs.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast, toastFailure } from '#web/kit/toasts.ts';
import type { CartMutation } from './cart-mutations.ts';
import type { CartQueue } from './cart-queue.ts';

/** `at` is when its page was left first, by the clock of the device, ms. */
type StoredMutation = CartMutation & { at: number };

interface StoredMutations {
  userId: string;
  changes: readonly StoredMutation[];
}

/** Older mutations are not sent: the cart may have been changed on another device. */
const MAX_AGE_MS = 10 * 60_000;
const MAX_STORED = 50;

const REQUIRED_FIELDS: Record<string, readonly string[]> = {
  add: ['key', 'deal', 'quantity', 'sessionId'],
  set: ['dealId', 'quantity'],
  remove: ['dealId'],
  clear: [],
  order: [],
};

const isStoredMutation = (stored: Record<string, unknown>): boolean =>
  typeof stored.at === 'number' &&
  (REQUIRED_FIELDS[String(stored.kind)]?.every((field) => stored[field] != null) ?? false);

const isStoredMutations = (stored: unknown): stored is StoredMutations =>
  typeof stored === 'object' &&
  stored !== null &&
  'userId' in stored &&
  'changes' in stored &&
  Array.isArray(stored.changes) &&
  stored.changes.every(isStoredMutation);

export const storedMutations = createStoredState<StoredMutations | null>('keptChanges', {
  none: null,
  read: (stored) => (isStoredMutations(stored) ? stored : null),
  isPersonal: () => true,
});

/** What a page stores as it is left is for other pages, not for itself. */
let isLeft = false;

/** Sends what can still be sent, and stores what is not answered. */
export function leavePage(queue: CartQueue, userId: string | undefined): void {
  queue.flush();
  // What was resumed here and is still pending keeps its age.
  const pending: readonly (CartMutation & { at?: number })[] = queue.pending();
  if (!userId || pending.every(({ kind }) => kind === 'order')) return;
  isLeft = true;
  const before = storedMutations.readFresh();
  const earlier = before?.userId === userId ? before.changes : [];
  const now = pending.map((mutation) => ({ ...mutation, at: mutation.at ?? Date.now() }));
  storedMutations.set({ userId, changes: [...earlier, ...now].slice(-MAX_STORED) });
}

/** The page is restored from the back/forward cache: what no other page has sent meanwhile is resumed here. */
export function restorePage(queue: CartQueue): void {
  queue.reset();
  isLeft = false;
  const stored = storedMutations.readFresh();
  // A copy, so that listeners see a change although no storage event came.
  storedMutations.set(stored && { ...stored });
}

/** The stored mutations of the current user. */
function useStoredMutations(): StoredMutations | null {
  const visitor = useUser();
  const stored = useStoredState(storedMutations);
  return visitor.state === 'user' && stored?.userId === visitor.user.id ? stored : null;
}

export const useHasStoredMutations = (): boolean => useStoredMutations() !== null;

const FAILED = {
  add: 'toast.cartAdd.failed',
  set: 'toast.cartQty.failed',
  remove: 'toast.cartRemove.failed',
  clear: 'toast.cartRemove.failed',
} as const;

/** Sends the stored mutations in their order, in one tab alone. */
export function useResumeMutations(queue: CartQueue): void {
  const t = useT();
  const stored = useStoredMutations();
  const send = (mutation: StoredMutation): void => {
    if (Date.now() - mutation.at > MAX_AGE_MS) {
      toastFailure(null, { t, text: t('toast.cartQty.failed') });
      return;
    }
    // The order itself is resumed elsewhere; it keeps its place in the queue.
    const { kind } = mutation;
    if (kind === 'order') {
      queue.waitForOrder(attemptSettled());
      return;
    }
    const done = () =>
      kind === 'add' && toast({ tone: 'done', title: t('toast.cartAdd.title'), text: t('toast.cartAdd.text') });
    queue.enqueue(mutation).then(done, (error: unknown) => toastFailure(error, { t, text: t(FAILED[kind]) }));
  };
  const resume = useEffectEvent((userId: string) =>
    queue.resume((first) =>
      withTabLock('keptChanges', async () => {
        const now = storedMutations.readFresh();
        if (isLeft || now?.userId !== userId) return;
        storedMutations.set(null);
        for (const mutation of now.changes) first(() => send(mutation));
      }),
    ),
  );
  useEffect(() => {
    if (stored) void resume(stored.userId);
  }, [stored]);
}
