/** Whoever comes back from the page of their bank hears what became of the payment. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import { PAYMENT_ID } from '#core/domain/cards.ts';
import { wordsOf } from '#web/features/payments/decline-words.ts';
import { type KeptPayment, keepPayment, keptPayment } from '#web/features/payments/kept-payment.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { latestToast, toast } from '#web/kit/toasts.ts';
import { LoadingText } from '#web/ui/loading-text.tsx';
import type { PaidByCard } from './made-order.tsx';
import type { Refused } from './refusal.tsx';
import { useFindOut } from './use-find-out.ts';
import { useTellPaid } from './use-tell-paid.ts';

/** As the provider writes it into the address. */
interface Returned {
  /** `pi_…` */
  paymentIntentId: string;
  isRefused: boolean;
}

/** What the address says of a payment one comes back from; it may be made up, so nothing is believed. */
export function useReturned(): Returned | null {
  const query = new URLSearchParams(useLocation().search);
  const paymentIntentId = query.get('payment_intent') ?? '';
  if (!PAYMENT_ID.test(paymentIntentId)) return null;
  return { paymentIntentId, isRefused: query.get('redirect_status') === 'failed' };
}

interface Props {
  user: User;
  returned: Returned;
  onPaid: (paid: PaidByCard, isHeld: boolean) => void;
  /** What the form should say that takes its place. */
  onRefused: (refused: Refused) => void;
}

export function CardReturn({ user, returned: { paymentIntentId, isRefused }, onPaid, onRefused }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const findOut = useFindOut();
  const tellPaid = useTellPaid();
  const hear = useEffectEvent(async () => {
    const kept = keptPayment();
    const isKept = kept?.paymentIntentId === paymentIntentId;
    const asked = { userId: user.id, paymentIntentId, sessionId: sessionId(), total: 0, at: Date.now() };
    const payment: KeptPayment = { ...asked, ...(isKept && kept), state: 'paying' };
    // An address that somebody made up takes the place of nothing.
    if (!kept || isKept) keepPayment(payment);
    const refuse = (message: Parameters<typeof toast>[0]) => {
      toast(message);
      onRefused({ reason: message.text ?? message.title, saidIn: latestToast() });
    };
    const found = await findOut(payment, isRefused ? { looks: 1 } : {});
    if (found === 'unpaid' && isRefused) {
      const text = wordsOf({ code: 'payment_intent_authentication_failure', message: '' }, t);
      refuse({ tone: 'failed', title: t('toast.pay.failed'), text });
    } else if (found === 'unpaid') refuse({ tone: 'note', title: t('checkout.cardError.lost') });
    else if (found && typeof found === 'object') {
      const recording = Promise.resolve(found);
      tellPaid(recording);
      // How it was pressed there is known to the bank alone.
      onPaid({ recording }, true);
    }
    // Nobody hears it again who comes back to this entry of the history.
    void navigate('/checkout?method=card', { replace: true });
  });
  useEffect(() => void hear(), []);
  return <LoadingText text={t('checkout.processing')} />;
}
