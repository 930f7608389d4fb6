/**
 * The card payment in progress, kept in the browser until its order is known, so that its outcome can be resolved after the
 * page was left.
 */

import { useUser } from '#web/features/accounts/use-user.ts';
import { createStoredState, useStoredState } from '#web/kit/data/stored-state.ts';

export interface PendingPayment {
  userId: string;
  /** `pi_…` */
  paymentIntentId: string;
  sessionId: string;
  /** Start, by the clock of the device, ms. */
  at: number;
  /**
   * `unknown`: no response, which was reported; `paid`: the provider confirmed it, and the order is being recorded;
   * `signedOut`: paid, but not recorded because the session had ended.
   */
  state: 'paying' | 'unknown' | 'paid' | 'signedOut';
}

/** After that the server records it alone. */
const LATELY_MS = 30 * 60_000;

const isLate = ({ at }: PendingPayment) => Date.now() - at >= LATELY_MS;

const isPayment = (stored: unknown): stored is PendingPayment =>
  typeof stored === 'object' && stored !== null && 'paymentIntentId' in stored && 'state' in stored && 'at' in stored;

const kept = createStoredState<PendingPayment | null>('payment', {
  none: null,
  read: (stored) => (isPayment(stored) ? stored : null),
  // Whoever was signed out is told about the order after signing in again.
  isPersonal: (payment) => payment?.state !== 'signedOut' || isLate(payment),
});

export const storePayment = kept.set;
export const storedPayment = kept.readFresh;

/** Forgets it, unless another one is stored by now. */
export function forgetPayment(paymentIntentId: string): void {
  if (kept.readFresh()?.paymentIntentId === paymentIntentId) kept.set(null);
}

/** The pending payment of the current user. */
export function usePendingPayment(): PendingPayment | null {
  const visitor = useUser();
  const payment = useStoredState(kept);
  const isTheirs = visitor.state === 'user' && payment?.userId === visitor.user.id;
  return isTheirs && !isLate(payment) ? payment : null;
}
