/**
 * The payment that somebody makes, kept by the browser until its order is known: a page that is left meanwhile, for that of
 * the bank or for good, would never say what became of it.
 */
import { keptInBrowser, useKept } from '#web/kit/kept.ts';
import { useUser } from '../accounts/use-user.ts';

export interface KeptPayment {
  userId: string;
  /** `pi_…` */
  paymentIntentId: string;
  sessionId: string;
  /** The total on the screen, in lek. */
  total: number;
  /** When it was begun, by the clock of the device, ms. */
  at: number;
  /**
   * `unknown`: no answer came, and whoever pays was told so; `paid`: the provider said so, and the order is being recorded.
   */
  state: 'paying' | 'unknown' | 'paid';
}

/** Later nobody waits for it: what was paid is recorded by the server alone. */
const LATELY_MS = 30 * 60_000;

const isPayment = (stored: unknown): stored is KeptPayment =>
  typeof stored === 'object' && stored !== null && 'paymentIntentId' in stored && 'state' in stored && 'at' in stored;

const kept = keptInBrowser<KeptPayment | null>('payment', {
  none: null,
  read: (stored) => (isPayment(stored) ? stored : null),
  isPersonal: () => true,
});

export const keepPayment = kept.set;
export const keptPayment = kept.getAfresh;

/** Forgets it, unless another one is kept by now. */
export function forgetPayment(paymentIntentId: string): void {
  if (kept.getAfresh()?.paymentIntentId === paymentIntentId) kept.set(null);
}

/** What the person who is looking pays, or paid a moment ago. */
export function useKeptPayment(): KeptPayment | null {
  const visitor = useUser();
  const payment = useKept(kept);
  const isTheirs = visitor.state === 'user' && payment?.userId === visitor.user.id;
  return isTheirs && Date.now() - payment.at < LATELY_MS ? payment : null;
}
