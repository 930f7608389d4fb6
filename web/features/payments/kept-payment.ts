/**
 * The payment that somebody makes, kept by the browser until its order is known: a page that is left meanwhile, for that of
 * the bank or for good, would never say what became of it.
 */
import { createStoredState, useStoredState } from '#web/kit/stored-state.ts';
import { useUser } from '../accounts/use-user.ts';

export interface KeptPayment {
  userId: string;
  /** `pi_…` */
  paymentIntentId: string;
  sessionId: string;
  /** When it was begun, by the clock of the device, ms. */
  at: number;
  /**
   * `unknown`: no answer came, and whoever pays was told so; `paid`: the provider said so, and the order is being recorded;
   * `signedOut`: it is paid, and was not recorded because the session had ended.
   */
  state: 'paying' | 'unknown' | 'paid' | 'signedOut';
}

/** Later nobody waits for it: what was paid is recorded by the server alone. */
const LATELY_MS = 30 * 60_000;

const isLate = ({ at }: KeptPayment) => Date.now() - at >= LATELY_MS;

const isPayment = (stored: unknown): stored is KeptPayment =>
  typeof stored === 'object' && stored !== null && 'paymentIntentId' in stored && 'state' in stored && 'at' in stored;

const kept = createStoredState<KeptPayment | null>('payment', {
  none: null,
  read: (stored) => (isPayment(stored) ? stored : null),
  // Who paid and was signed out against their will is told of the order when they are back.
  isPersonal: (payment) => payment?.state !== 'signedOut' || isLate(payment),
});

export const keepPayment = kept.set;
export const keptPayment = kept.readFresh;

/** Forgets it, unless another one is kept by now. */
export function forgetPayment(paymentIntentId: string): void {
  if (kept.readFresh()?.paymentIntentId === paymentIntentId) kept.set(null);
}

/** What the person who is looking pays, or paid a moment ago. */
export function useKeptPayment(): KeptPayment | null {
  const visitor = useUser();
  const payment = useStoredState(kept);
  const isTheirs = visitor.state === 'user' && payment?.userId === visitor.user.id;
  return isTheirs && !isLate(payment) ? payment : null;
}
