import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import type { Order } from '#core/contract/orders.ts';
import type { CardFields, Prepared } from '#web/features/payments/card-fields.ts';
import { wordsOf } from '#web/features/payments/decline-words.ts';
import { forgetPayment, type KeptPayment, keepPayment, keptPayment } from '#web/features/payments/kept-payment.ts';
import { useRecordOrder } from '#web/features/payments/use-record-order.ts';
import { codeOfRefusal, isSignedOut } from '#web/kit/api.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { withTabLock } from '#web/kit/tabs.ts';
import { dismissToast, latestToast, toast } from '#web/kit/toasts.ts';
import { hearLaterRefusals } from './later-refusals.ts';
import type { PaidByCard } from './made-order.tsx';
import type { Refused } from './refusal.tsx';
import { useFindOut } from './use-find-out.ts';
import { useLastWords } from './use-last-words.ts';
import { useTellPaid } from './use-tell-paid.ts';

interface Paying {
  user: User;
  fields: RefObject<CardFields | null>;
  /** What the screen shows; undefined until it is there. */
  prepared: Prepared | undefined;
  /** It is that of the cart there was. */
  isOutdated: boolean;
  /** The payment as it is now. */
  look: () => Promise<Prepared>;
  onPaid: (paid: PaidByCard) => void;
  refusedThere: Refused | null;
}

/** Another tab may pay it, or have paid it, which empties the cart. */
const isPaidElsewhere = (code = '') => ['payments.alreadyPaid', 'payments.underWay', 'cart.empty'].includes(code);

const paymentOf = ({ id: userId }: User, { paymentIntentId }: Prepared): KeptPayment => ({
  ...{ userId, paymentIntentId, sessionId: sessionId() },
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

/** Calls `tell` when what took the place of an outdated payment comes to something else. */
function useSumChanged({ prepared, isOutdated }: Pick<Paying, 'prepared' | 'isOutdated'>, tell: () => void): void {
  const outdated = useRef<Prepared>(undefined);
  const onChange = useEffectEvent(tell);
  useEffect(() => {
    if (!isOutdated && outdated.current && prepared && !isSameSum(outdated.current, prepared)) onChange();
    outdated.current = isOutdated ? prepared : undefined;
  }, [isOutdated, prepared]);
}

/** Whoever comes back from elsewhere by the button of the browser finds the page as it was left. */
const comeBack = () => new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));

/** Why it was not paid, or not yet: said by a message, and kept on the screen. */
function useRefused({ refusedThere, ...asked }: Pick<Paying, 'prepared' | 'isOutdated' | 'refusedThere'>) {
  const t = useT();
  const [refused, setRefused] = useState(refusedThere);
  const refuse = (message: Parameters<typeof toast>[0]) => {
    toast(message);
    setRefused({ reason: message.text ?? message.title, saidIn: latestToast() });
  };
  useEffect(() => hearLaterRefusals(setRefused), []);
  useSumChanged(asked, () => refuse({ tone: 'note', title: t('checkout.totalChanged') }));
  return {
    refused,
    refuse,
    forget() {
      // It would lie over the button that is busy with the next one.
      if (refused) dismissToast(refused.saidIn);
      setRefused(null);
    },
  };
}

type LookInto = (payment: KeptPayment, asking: { looks?: number; reason: string }) => Promise<boolean>;

/** What becomes of one that is not begun, because the server refused to show it as it is now; whether the page is done with it. */
function useNotBegun({ fail, lookInto }: { fail: (text: string) => false; lookInto: LookInto }) {
  const t = useT();
  const lastWords = useLastWords();
  return async (payment: KeptPayment, error: unknown): Promise<boolean> => {
    if (isSignedOut(error) && (await lastWords(t('toast.pay.notCharged')))) return false;
    // What takes the place of the form says it.
    if (codeOfRefusal(error) === 'payments.paused') return false;
    const reason = (error instanceof ApiError && error.said) || t('checkout.intentFailed');
    if (isPaidElsewhere(codeOfRefusal(error))) return lookInto(payment, { looks: 1, reason });
    return fail(reason);
  };
}

/** Pays what is on the screen: once, whatever is pressed, in this tab and in others. */
export function usePayByCard({ user, fields, prepared, isOutdated, look, onPaid, refusedThere }: Paying) {
  const t = useT();
  const offline = useOffline();
  const record = useRecordOrder();
  const findOut = useFindOut();
  const tellPaid = useTellPaid();
  const [isPaying, setPaying] = useState(false);
  const { refused, refuse, forget } = useRefused({ prepared, isOutdated, refusedThere });
  // Read and written at once: a second press may come before the first has been rendered.
  const isUnderWay = useRef(false);

  function fail(text: string): false {
    refuse({ tone: 'failed', title: t('toast.pay.failed'), text });
    return false;
  }

  function succeed(recording: Promise<Order>): true {
    tellPaid(recording);
    onPaid({ recording, lastWords: t('toast.pay.signedOut') });
    return true;
  }

  /** Whether it was paid after all; says `reason` where it was not. */
  const lookInto: LookInto = async (payment, { looks, reason }) => {
    if (keptPayment()?.paymentIntentId !== payment.paymentIntentId) keepPayment(payment);
    const found = await findOut(payment, { looks });
    if (typeof found === 'object') return found !== null && succeed(Promise.resolve(found));
    refuse({ tone: 'note', title: reason });
    return false;
  };
  const notBegun = useNotBegun({ fail, lookInto });

  /** Whether the page is done with it. */
  async function attempt(shown: Prepared): Promise<boolean> {
    const payment = paymentOf(user, shown);
    let now: Prepared;
    try {
      now = await look();
    } catch (error) {
      return notBegun(payment, error);
    }
    const isOther = otherThan(shown, now);
    if (isOther) return fail(t(isOther));
    keepPayment(payment);
    const outcome = (await fields.current?.confirm()) ?? { state: 'declined', decline: null };
    switch (outcome.state) {
      case 'paid': {
        const paid = { ...payment, state: 'paid' } as const;
        keepPayment(paid);
        return succeed(record(paid));
      }
      case 'unknown':
        return lookInto(payment, { reason: t('checkout.cardError.lost') });
      case 'left':
        await comeBack();
        return false;
      case 'declined':
        forgetPayment(payment.paymentIntentId);
        if (outcome.decline) fail(wordsOf(outcome.decline, t));
        return false;
    }
  }

  async function pay(): Promise<void> {
    if (isUnderWay.current || !prepared) return;
    if (offline) return toast({ tone: 'failed', title: t('common.error'), text: t('offline.needsConnection') });
    isUnderWay.current = true;
    setPaying(true);
    forget();
    let isDone = false;
    await withTabLock('payment', async () => {
      isDone = await attempt(prepared);
    }).finally(() => {
      isUnderWay.current = isDone;
      setPaying(isDone);
    });
  }

  return { pay, isPaying, refused };
}
