import { ApiError } from '#core/contract/call.ts';
import type { Order } from '#core/contract/orders.ts';
import { forgetPayment, type KeptPayment, keepPayment, keptPayment } from '#web/features/payments/kept-payment.ts';
import { isNotAsAsked, isNotPaid, isUnknown, useRecordOrder } from '#web/features/payments/use-record-order.ts';
import { isSignedOut } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { useLastWords } from './use-last-words.ts';

/** How long one waits on the spot, in ms; afterwards it is told wherever one is. */
const PATIENCE_MS = 20_000;

/** Null where it takes too long. */
const soon = <T>(coming: Promise<T>, patience: number): Promise<T | null> =>
  Promise.race([coming, new Promise<null>((resolve) => setTimeout(resolve, patience, null))]);

/** `unpaid`: so far; `unheardOf`: there is no such payment; null: nobody knows, and whoever asked was told so. */
export type Found = Order | 'unpaid' | 'unheardOf' | null;

interface Asking {
  /** How often it has to be called unpaid. */
  looks?: number | undefined;
  /** Whether one waits as long as it takes. */
  isPatient?: boolean;
}

/** What became of a payment whose answer was lost: the shop asks the provider. Says no more than is known. */
export function useFindOut(): (payment: KeptPayment, asking?: Asking) => Promise<Found> {
  const t = useT();
  const record = useRecordOrder();
  const lastWords = useLastWords();
  const note = (title: string) => toast({ tone: 'note', title });
  const explain = (payment: KeptPayment, error: unknown): Found => {
    const isOver = isNotPaid(error) || isNotAsAsked(error);
    if (isOver) forgetPayment(payment.paymentIntentId);
    if (isUnknown(error)) return 'unheardOf';
    if (isNotPaid(error)) return 'unpaid';
    const reason = isNotAsAsked(error) && error instanceof ApiError && error.said;
    if (isSignedOut(error)) void lastWords(t('toast.pay.signedOut'));
    note(reason || t(isSignedOut(error) ? 'toast.pay.signedOut' : 'toast.pay.unknown'));
    return null;
  };
  return async (payment, { looks, isPatient = false } = {}) => {
    try {
      const recording = record(payment, looks);
      const order = await (isPatient ? recording : soon(recording, PATIENCE_MS));
      if (order) return order;
    } catch (error) {
      return explain(payment, error);
    }
    if (keptPayment()?.paymentIntentId === payment.paymentIntentId) keepPayment({ ...payment, state: 'unknown' });
    note(t('toast.pay.unknown'));
    return null;
  };
}
