/** The payment under way, stored by the browser until its order is known, as the buyer may leave the page for the bank's. */
import { keptInBrowser, useKept } from '#web/kit/kept.ts';
import { useUser } from '../accounts/use-user.ts';

export interface KeptPayment {
  userId: string;
  /** `pi_…` */
  paymentIntentId: string;
  sessionId: string;
  /** Start, by the clock of the device, ms. */
  at: number;
  /**
   * `unknown`: no answer came, and the buyer was told; `paid`: reported by the provider, its order is being recorded;
   * `signedOut`: paid, but not recorded since the session had ended.
   */
  state: 'paying' | 'unknown' | 'paid' | 'signedOut';
}

/** After that only the server records the order. */
const EXPIRES_MS = 30 * 60_000;

const isExpired = ({ at }: KeptPayment) => Date.now() - at >= EXPIRES_MS;

const isPayment = (stored: unknown): stored is KeptPayment =>
  typeof stored === 'object' && stored !== null && 'paymentIntentId' in stored && 'state' in stored && 'at' in stored;

const kept = keptInBrowser<KeptPayment | null>('payment', {
  none: null,
  read: (stored) => (isPayment(stored) ? stored : null),
  // A buyer whose session ended learns of the order after signing in again.
  isPersonal: (payment) => payment?.state !== 'signedOut' || isExpired(payment),
});

export const keepPayment = kept.set;
export const keptPayment = kept.getAfresh;

/** Removes it unless another one is stored by now. */
export function forgetPayment(paymentIntentId: string): void {
  if (kept.getAfresh()?.paymentIntentId === paymentIntentId) kept.set(null);
}

/** The visitor's own payment under way. */
export function useKeptPayment(): KeptPayment | null {
  const visitor = useUser();
  const payment = useKept(kept);
  const isTheirs = visitor.state === 'user' && payment?.userId === visitor.user.id;
  return isTheirs && !isExpired(payment) ? payment : null;
}
