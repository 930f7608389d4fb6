import { useNavigate } from 'react-router';
import type { Order } from '#core/contract/orders.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { spelled } from '#core/i18n/heard.ts';
import { useT } from '#web/kit/i18n.tsx';
import { latestToast, leadToastTo, toast } from '#web/kit/toasts.ts';
import { say } from '#web/kit/voice.tsx';

/** Says that it is paid, with the way to the order, which may still have to be recorded. */
export function useTellPaid(): (recording: Promise<Order>) => void {
  const t = useT();
  const navigate = useNavigate();
  return (recording) => {
    let place = '/profile';
    toast({
      tone: 'done',
      title: t('toast.pay.success.title'),
      text: t('toast.pay.success.text'),
      action: { label: t('orders.view'), run: () => navigate(place), leadsTo: place },
    });
    const message = latestToast();
    recording.then(
      (order) => {
        place = `/orders/${order.id}`;
        leadToastTo(place, message);
        say(`${t('orders.orderId')}: ${spelled(orderNumberOf(order))}`);
      },
      // The profile says what is known.
      () => {},
    );
  };
}
