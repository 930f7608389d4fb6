import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import type { Order } from '#core/contract/orders.ts';
import { type CardFields, type Prepared, wordsOf } from '#web/features/payments/card-fields.ts';
import {
  forgetPayment,
  type PendingPayment,
  storedPayment,
  storePayment,
} from '#web/features/payments/pending-payment.ts';
import { codeOfRefusal, isSignedOut } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { withTabLock } from '#web/kit/data/tabs.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { dismissToast, latestToast, toast } from '#web/kit/toasts.ts';
import {
  onLaterRefusal,
  useAnnouncePayment,
  useRecordOrder,
  useResolvePayment,
  useSignedOutNotice,
} from './card-outcome.ts';
import type { PaidByCard } from './made-order.tsx';
import type { Refused } from './order-summary.tsx';

interface Paying {
  user: User;
  fields: RefObject<CardFields | null>;
  /** What the screen shows; undefined until it is there. */
  prepared: Prepared | undefined;
  /** It belongs to an earlier state of the cart. */
  isOutdated: boolean;
  /** The payment as it is now. */
  refetchPayment: () => Promise<Prepared>;
  onPaid: (paid: PaidByCard) => void;
  refusedByBank: Refused | null;
}

/** Another tab may be paying it, or have paid it, which empties the cart. */
const mayBePaidElsewhere = (code = '') => ['payments.alreadyPaid', 'payments.underWay', 'cart.empty'].includes(code);

const paymentOf = ({ id: userId }: User, { paymentIntentId }: Prepared): PendingPayment => ({
  userId,
  paymentIntentId,
  sessionId: sessionId(),
  at: Date.now(),
  state: 'paying',
});

const isSameSum = (one: Prepared, other: Prepared) =>
  one.totalUSD === other.totalUSD && one.totalALL === other.totalALL;

/** Why what is on the screen is not what would be paid. */
function otherThan(shown: Prepared, now: Prepared): 'checkout.totalChanged' | 'checkout.intentFailed' | null {
  if (!isSameSum(now, shown)) return 'checkout.totalChanged';
  return now.clientSecret === shown.clientSecret ? null : 'checkout.intentFailed';
}

/** Calls `tell` when the payment that replaces an outdated one has another total. */
function useSumChanged({ prepared, isOutdated }: Pick<Paying, 'prepared' | 'isOutdated'>, tell: () => void): void {
  const outdated = useRef<Prepared>(undefined);
  const onChange = useEffectEvent(tell);
  useEffect(() => {
    if (!isOutdated && outdated.current && prepared && !isSameSum(outdated.current, prepared)) onChange();
    outdated.current = isOutdated ? prepared : undefined;
  }, [isOutdated, prepared]);
}

/** Resolves when the page is restored from the back/forward cache. */
const pageRestored = () => new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));

/** Why it was not paid: shown as a toast, and kept on the screen. */
function useRefused({ refusedByBank, ...asked }: Pick<Paying, 'prepared' | 'isOutdated' | 'refusedByBank'>) {
  const t = useT();
  const [refused, setRefused] = useState(refusedByBank);
  const refuse = (message: Parameters<typeof toast>[0]) => {
    toast(message);
    setRefused({ reason: message.text ?? message.title, saidIn: latestToast() });
  };
  useEffect(() => onLaterRefusal(setRefused), []);
  useSumChanged(asked, () => refuse({ tone: 'note', title: t('checkout.totalChanged') }));
  return {
    refused,
    refuse,
    forget() {
      // The toast would cover the button.
      if (refused) dismissToast(refused.saidIn);
      setRefused(null);
    },
  };
}

type ResolveOutcome = (payment: PendingPayment, asking: { maxUnpaid?: number; reason: string }) => Promise<boolean>;

/** Handles a payment that was not started because the server refused to return it; resolves to whether it is done. */
function useNotStarted({ fail, resolveOutcome }: { fail: (text: string) => false; resolveOutcome: ResolveOutcome }) {
  const t = useT();
  const signedOutText = useSignedOutNotice();
  return async (payment: PendingPayment, error: unknown): Promise<boolean> => {
    if (isSignedOut(error) && (await signedOutText(t('toast.pay.notCharged')))) return false;
    // A notice replaces the form.
    if (codeOfRefusal(error) === 'payments.paused') return false;
    const reason = (error instanceof ApiError && error.said) || t('checkout.intentFailed');
    if (mayBePaidElsewhere(codeOfRefusal(error))) return resolveOutcome(payment, { maxUnpaid: 1, reason });
    return fail(reason);
  };
}

/** Pays what is on the screen: once, in this tab and in others. */
export function usePayByCard({ user, fields, prepared, isOutdated, refetchPayment, onPaid, refusedByBank }: Paying) {
  const t = useT();
  const offline = useOffline();
  const record = useRecordOrder();
  const resolvePayment = useResolvePayment();
  const announce = useAnnouncePayment();
  const [isPaying, setPaying] = useState(false);
  const { refused, refuse, forget } = useRefused({ prepared, isOutdated, refusedByBank });
  // A ref, since a second submit may come before the next render.
  const isInProgress = useRef(false);

  function fail(text: string): false {
    refuse({ tone: 'failed', title: t('toast.pay.failed'), text });
    return false;
  }

  function succeed(recording: Promise<Order>): true {
    announce(recording);
    onPaid({ recording, signedOutText: t('toast.pay.signedOut') });
    return true;
  }

  /** Whether it was paid after all; says `reason` where it was not. */
  const resolveOutcome: ResolveOutcome = async (payment, { maxUnpaid, reason }) => {
    if (storedPayment()?.paymentIntentId !== payment.paymentIntentId) storePayment(payment);
    const found = await resolvePayment(payment, { maxUnpaid });
    if (typeof found === 'object') return found !== null && succeed(Promise.resolve(found));
    refuse({ tone: 'note', title: reason });
    return false;
  };
  const onNotStarted = useNotStarted({ fail, resolveOutcome });

  /** Resolves to whether the payment is done. */
  async function attempt(shown: Prepared): Promise<boolean> {
    const payment = paymentOf(user, shown);
    let now: Prepared;
    try {
      now = await refetchPayment();
    } catch (error) {
      return onNotStarted(payment, error);
    }
    const isOther = otherThan(shown, now);
    if (isOther) return fail(t(isOther));
    storePayment(payment);
    const outcome = (await fields.current?.confirm()) ?? { state: 'declined', decline: null };
    switch (outcome.state) {
      case 'paid': {
        const paid = { ...payment, state: 'paid' } as const;
        storePayment(paid);
        return succeed(record(paid));
      }
      case 'unknown':
        return resolveOutcome(payment, { reason: t('checkout.cardError.lost') });
      case 'left':
        await pageRestored();
        return false;
      case 'declined':
        forgetPayment(payment.paymentIntentId);
        if (outcome.decline) fail(wordsOf(outcome.decline, t));
        return false;
    }
  }

  async function pay(): Promise<void> {
    if (isInProgress.current || !prepared) return;
    if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    isInProgress.current = true;
    setPaying(true);
    forget();
    let isDone = false;
    await withTabLock('payment', async () => {
      isDone = await attempt(prepared);
    }).finally(() => {
      isInProgress.current = isDone;
      setPaying(isDone);
    });
  }

  return { pay, isPaying, refused };
}
