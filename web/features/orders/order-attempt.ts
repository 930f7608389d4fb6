/**
 * The last order that somebody confirmed, kept in the browser until they know its outcome. When its response is lost, the
 * idempotency key lets any tab send it again or ask whether it made an order.
 */
import type { ExpectedItem } from '#core/contract/cart.ts';
import { useUser } from '#web/features/accounts/use-user.ts';
import { randomUuid } from '#web/kit/browser.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';
import { withTabLock } from '#web/kit/data/tabs.ts';
import { sessionId } from '#web/kit/preferences.ts';

export interface OrderAttempt {
  userId: string;
  /** The idempotency key. */
  key: string;
  sessionId: string;
  /** What was on the screen. */
  expectedItems: ExpectedItem[];
  /** By the clock of the device, ms; unchanged when it is sent again. */
  confirmedAt: number;
  /** When it came into its state, by the clock of the device, ms. */
  at: number;
  /**
   * `failed`: reported as failed, but the request may still arrive; `unknown`: no response, and reported as neither;
   * `signedOut`: refused because the session had ended, which was not reported yet.
   */
  state: 'pending' | 'failed' | 'unknown' | 'signedOut' | 'made';
  orderId: string | null;
  /** The server may have it. */
  isSent?: boolean;
  /** The order was paid by card. */
  isPaid?: boolean;
}

/** For as long the server treats the next attempt as a repetition. Later nobody waits for the outcome. */
const MAX_AGE_MS = 10 * 60_000;

const stored = createStoredState<OrderAttempt | null>('confirmation', {
  none: null,
  read: (value) => (isOrderAttempt(value) ? value : null),
  // Whoever was signed out against their will is told after signing in again.
  atEnd: (attempt) => (attempt && attempt.state !== 'made' ? { ...attempt, state: 'signedOut' } : attempt),
  isPersonal: (attempt) => attempt?.state !== 'signedOut' || isLate(attempt),
});

const isOrderAttempt = (value: unknown): value is OrderAttempt =>
  typeof value === 'object' &&
  value !== null &&
  ['key', 'state', 'confirmedAt', 'expectedItems'].every((name) => name in value);

export const newAttempt = (userId: string, expectedItems: ExpectedItem[]): OrderAttempt => ({
  userId,
  key: randomUuid(),
  sessionId: sessionId(),
  expectedItems,
  confirmedAt: Date.now(),
  at: Date.now(),
  state: 'pending',
  orderId: null,
});

/** Read from storage, since another tab may have changed it a moment ago. */
export const storedAttempt = stored.readFresh;

export function storeAttempt(attempt: OrderAttempt | null): void {
  stored.set(attempt && { ...attempt, at: Date.now() });
}

export const isLate = ({ confirmedAt }: OrderAttempt): boolean => Date.now() - confirmedAt > MAX_AGE_MS;

export const isInProgress = (attempt: OrderAttempt): boolean => attempt.state === 'pending' && !isLate(attempt);

/** Resolves when no attempt is in progress any more: it was answered, or is too old. */
export function attemptSettled(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const attempt = stored.get();
      if (attempt && isInProgress(attempt)) return;
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const unsubscribe = stored.subscribe(check);
    const timer = setTimeout(check, MAX_AGE_MS + 1);
    check();
  });
}

/** The last attempt of the current user. */
export function useOrderAttempt(): OrderAttempt | null {
  const visitor = useUser();
  const attempt = useStoredState(stored);
  return visitor.state === 'user' && attempt?.userId === visitor.user.id ? attempt : null;
}

/** Whether the current user confirmed an order and was not told its outcome. */
export function useHasUnresolvedAttempt(): boolean {
  const attempt = useOrderAttempt();
  return attempt !== null && attempt.state !== 'made';
}

/** What to tell somebody who was signed out against their will about the order they confirmed a moment ago. */
export function signedOutNotice(): 'toast.cash.signedOut' | 'toast.cash.signedOutUnknown' | null {
  const last = storedAttempt();
  if (last?.state !== 'signedOut' || isLate(last)) return null;
  return last.isSent ? 'toast.cash.signedOutUnknown' : 'toast.cash.signedOut';
}

/** Runs `work` while no other tab of this browser handles an attempt, for MAX_AGE_MS at most. */
export const withAttemptLock = (work: () => Promise<unknown>): Promise<void> =>
  withTabLock('confirmation', async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise((resolve) => {
      timer = setTimeout(resolve, MAX_AGE_MS);
    });
    await Promise.race([work(), timeout]).finally(() => clearTimeout(timer));
  });
