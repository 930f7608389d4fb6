/** Whoever comes back from the page of their bank hears what became of the payment. */
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#core/contract/accounts.ts';
import { wordsOf } from '#web/features/payments/decline-words.ts';
import { forgetPayment, type KeptPayment, keepPayment, keptPayment } from '#web/features/payments/kept-payment.ts';
import { isNotPaid, useRecordOrder } from '#web/features/payments/use-record-order.ts';
import { useT } from '#web/kit/i18n.tsx';
import { sessionId } from '#web/kit/preferences.ts';
import { toast } from '#web/kit/toasts.ts';
import { LoadingText } from '#web/ui/loading-text.tsx';
import type { PaidByCard } from './made-order.tsx';

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
  if (!/^pi_[A-Za-z0-9_]{1,120}$/.test(paymentIntentId)) return null;
  return { paymentIntentId, isRefused: query.get('redirect_status') === 'failed' };
}

interface Props {
  user: User;
  returned: Returned;
  onPaid: (paid: PaidByCard, isHeld: boolean) => void;
}

export function CardReturn({ user, returned: { paymentIntentId, isRefused }, onPaid }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const record = useRecordOrder();
  const hear = useEffectEvent(async () => {
    const kept = keptPayment();
    const asked = { userId: user.id, paymentIntentId, sessionId: sessionId(), total: 0, at: Date.now() };
    const payment: KeptPayment = { ...asked, ...(kept?.paymentIntentId === paymentIntentId && kept), state: 'paying' };
    keepPayment(payment);
    const recording = record(payment);
    try {
      await recording;
      toast({ tone: 'done', title: t('toast.pay.success.title'), text: t('toast.pay.success.text') });
      onPaid({ recording }, false);
    } catch (error) {
      if (!isNotPaid(error)) toast({ tone: 'note', title: t('toast.pay.unknown') });
      else {
        forgetPayment(paymentIntentId);
        const code = isRefused ? 'payment_intent_authentication_failure' : '';
        toast({ tone: 'failed', title: t('toast.pay.failed'), text: wordsOf({ code, message: '' }, t) });
      }
      void navigate('/checkout?method=card', { replace: true });
    }
  });
  useEffect(() => void hear(), []);
  return <LoadingText text={t('checkout.processing')} />;
}
