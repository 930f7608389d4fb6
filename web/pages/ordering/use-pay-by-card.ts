import { type RefObject, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import type { CardFields, Prepared } from '#web/features/payments/card-fields.ts';
import { wordsOf } from '#web/features/payments/decline-words.ts';
import { forgetPayment, type KeptPayment, keepPayment } from '#web/features/payments/kept-payment.ts';
import { isNotPaid, useRecordOrder } from '#web/features/payments/use-record-order.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { inTurnOfTabs } from '#web/kit/tabs.ts';
import { latestToast, toast } from '#web/kit/toasts.ts';
import type { PaidByCard } from './made-order.tsx';
import type { Refused } from './refusal.tsx';

interface Paying {
  user: User;
  fields: RefObject<CardFields | null>;
  /** What the screen shows; undefined until it is there. */
  prepared: Prepared | undefined;
  /** The payment as it is now. */
  look: () => Promise<Prepared>;
  onPaid: (paid: PaidByCard) => void;
}

/** How long one waits on the spot for what became of a payment, in ms; afterwards it is told wherever one is. */
const PATIENCE_MS = 20_000;

/** Null where it takes too long. */
const soon = <T>(coming: Promise<T>): Promise<T | null> =>
  Promise.race([coming, new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))]);

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined);

/** Another tab may have paid it, which empties the cart. */
const isPaidElsewhere = (code = '') => ['payments.alreadyPaid', 'cart.empty'].includes(code);

const paymentOf = ({ id: userId }: User, { paymentIntentId, totalALL: total }: Prepared): KeptPayment => ({
  ...{ userId, paymentIntentId, sessionId: sessionId(), total },
  at: Date.now(),
  state: 'paying',
});

/** Pays what is on the screen: once, whatever is pressed, in this tab and in others. */
export function usePayByCard({ user, fields, prepared, look, onPaid }: Paying) {
  const t = useT();
  const offline = useOffline();
  const record = useRecordOrder();
  const [isPaying, setPaying] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  // Read and written at once: a second press may come before the first has been rendered.
  const isUnderWay = useRef(false);

  const fail = (text: string) => {
    toast({ tone: 'failed', title: t('toast.pay.failed'), text });
    setRefused({ reason: text, saidIn: latestToast() });
  };

  function succeed(payment: KeptPayment): void {
    const paid = { ...payment, state: 'paid' } as const;
    keepPayment(paid);
    toast({ tone: 'done', title: t('toast.pay.success.title'), text: t('toast.pay.success.text') });
    onPaid({ recording: record(paid) });
  }

  /** What became of a payment whose answer was lost: the shop asks the provider. */
  async function findOut(payment: KeptPayment): Promise<boolean> {
    try {
      const order = await soon(record(payment));
      if (order) {
        succeed(payment);
        return true;
      }
      toast({ tone: 'note', title: t('toast.pay.unknown') });
      return false;
    } catch (error) {
      if (isNotPaid(error)) {
        forgetPayment(payment.paymentIntentId);
        fail(t('checkout.cardError.lost'));
      } else toast({ tone: 'note', title: t('toast.pay.unknown') });
      return false;
    }
  }

  /** Whether the page is done with it. */
  async function attempt(shown: Prepared): Promise<boolean> {
    const payment = paymentOf(user, shown);
    let now: Prepared;
    try {
      now = await look();
    } catch (error) {
      if (isPaidElsewhere(codeOf(error))) return findOut(payment);
      fail((error instanceof ApiError && error.said) || t('checkout.intentFailed'));
      return false;
    }
    if (now.totalUSD !== shown.totalUSD || now.clientSecret !== shown.clientSecret) {
      fail(t('checkout.totalChanged'));
      return false;
    }
    keepPayment(payment);
    const outcome = (await fields.current?.confirm()) ?? { state: 'declined', decline: null };
    if (outcome.state === 'left') return true;
    if (outcome.state === 'unknown') return findOut(payment);
    if (outcome.state === 'paid') {
      succeed(payment);
      return true;
    }
    forgetPayment(payment.paymentIntentId);
    if (outcome.decline) fail(wordsOf(outcome.decline, t));
    return false;
  }

  async function pay(): Promise<void> {
    if (isUnderWay.current || !prepared) return;
    if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    isUnderWay.current = true;
    setPaying(true);
    setRefused(null);
    let isDone = false;
    await inTurnOfTabs('payment', async () => {
      isDone = await attempt(prepared);
    }).finally(() => {
      isUnderWay.current = isDone;
      setPaying(isDone);
    });
  }

  return { pay, isPaying, refused };
}
