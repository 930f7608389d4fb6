import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { forgetPayment, type KeptPayment, keptPayment, useKeptPayment } from '#web/features/payments/kept-payment.ts';
import { isNotPaid, useRecordOrder } from '#web/features/payments/use-record-order.ts';
import { useT } from '#web/kit/i18n.tsx';
import { inTurnOfTabs } from '#web/kit/tabs.ts';
import { toast } from '#web/kit/toasts.ts';

/** Goes on with a payment whose page was left before its order was known, once no tab is busy with it. */
export function UnrecordedOrder() {
  const t = useT();
  const navigate = useNavigate();
  const { search } = useLocation();
  const record = useRecordOrder();
  const payment = useKeptPayment();
  const id = payment?.paymentIntentId;
  // Whoever comes back from their bank hears of it there.
  const isHeardThere = new URLSearchParams(search).has('payment_intent');

  const goOn = useEffectEvent(async (left: KeptPayment) => {
    try {
      const order = await record(left);
      // Whoever was told that it is paid need not hear it again.
      if (left.state === 'paid') return;
      toast({
        tone: 'done',
        title: t('toast.pay.success.title'),
        text: t('toast.pay.success.text'),
        action: { label: t('orders.view'), run: () => navigate(`/profile#order-${order.id}`), leadsTo: '/profile' },
      });
    } catch (error) {
      if (isNotPaid(error)) forgetPayment(left.paymentIntentId);
    }
  });
  useEffect(() => {
    if (!id || isHeardThere) return;
    void inTurnOfTabs('payment', async () => {
      const left = keptPayment();
      if (left?.paymentIntentId === id) await goOn(left);
    });
  }, [id, isHeardThere]);
  return null;
}
