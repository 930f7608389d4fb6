import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useT } from '#web/kit/i18n.tsx';
import { inTurnOfTabs } from '#web/kit/tabs.ts';
import { latestToast, toast } from '#web/kit/toasts.ts';
import { forgetPayment, type PendingPayment, storedPayment, usePendingPayment } from '../payments/pending-payment.ts';
import { isNotPaid, notifyForms, useAnnouncePayment, useRecordOrder, useResolvePayment } from './card-outcome.ts';

/** Resolves a payment whose page was left before its order was recorded, unless another tab does. */
export function ResumePayment() {
  const t = useT();
  const { search } = useLocation();
  const record = useRecordOrder();
  const resolvePayment = useResolvePayment();
  const announce = useAnnouncePayment();
  const payment = usePendingPayment();
  const id = payment?.paymentIntentId;
  // The return page from the bank resolves it itself.
  const isReturn = new URLSearchParams(search).has('payment_intent');

  const resume = useEffectEvent(async (left: PendingPayment) => {
    // It was announced as paid already.
    if (left.state === 'paid') {
      await record(left).catch((error) => isNotPaid(error) && forgetPayment(left.paymentIntentId));
      return;
    }
    const found = await resolvePayment(left, { isPatient: true });
    if (typeof found === 'object') {
      if (found) announce(Promise.resolve(found));
    } else if (left.state === 'unknown' || found === 'unpaid') {
      // If nobody was told of it yet, the bank's page was left with the Back button.
      const reason = t(left.state === 'unknown' ? 'checkout.cardError.lost' : 'checkout.cardError.left');
      toast({ tone: 'note', title: reason });
      notifyForms({ reason, saidIn: latestToast() });
    }
  });
  useEffect(() => {
    if (!id || isReturn) return;
    void inTurnOfTabs('payment', async () => {
      const left = storedPayment();
      if (left?.paymentIntentId === id) await resume(left);
    });
  }, [id, isReturn]);
  return null;
}
