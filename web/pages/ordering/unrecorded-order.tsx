import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { forgetPayment, type KeptPayment, keptPayment, useKeptPayment } from '#web/features/payments/kept-payment.ts';
import { isNotPaid, useRecordOrder } from '#web/features/payments/use-record-order.ts';
import { useT } from '#web/kit/i18n.tsx';
import { withTabLock } from '#web/kit/tabs.ts';
import { latestToast, toast } from '#web/kit/toasts.ts';
import { tellForm } from './later-refusals.ts';
import { useFindOut } from './use-find-out.ts';
import { useTellPaid } from './use-tell-paid.ts';

/** Goes on with a payment whose page was left before its order was known, once no tab is busy with it. */
export function UnrecordedOrder() {
  const t = useT();
  const { search } = useLocation();
  const record = useRecordOrder();
  const findOut = useFindOut();
  const tellPaid = useTellPaid();
  const payment = useKeptPayment();
  const id = payment?.paymentIntentId;
  // Whoever comes back from their bank hears of it there.
  const isHeardThere = new URLSearchParams(search).has('payment_intent');

  const goOn = useEffectEvent(async (left: KeptPayment) => {
    // Whoever was told that it is paid need not hear it again.
    if (left.state === 'paid') {
      await record(left).catch((error) => isNotPaid(error) && forgetPayment(left.paymentIntentId));
      return;
    }
    const found = await findOut(left, { isPatient: true });
    if (typeof found === 'object') {
      if (found) tellPaid(Promise.resolve(found));
    } else if (left.state === 'unknown' || found === 'unpaid') {
      // Where nobody was told of it yet, it was left for the bank and come back from by the browser's own way.
      const reason = t(left.state === 'unknown' ? 'checkout.cardError.lost' : 'checkout.cardError.left');
      toast({ tone: 'note', title: reason });
      tellForm({ reason, saidIn: latestToast() });
    }
  });
  useEffect(() => {
    if (!id || isHeardThere) return;
    void withTabLock('payment', async () => {
      const left = keptPayment();
      if (left?.paymentIntentId === id) await goOn(left);
    });
  }, [id, isHeardThere]);
  return null;
}
