import { useState } from 'react';
import type { Order } from '#core/contract/orders.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useCancelOrder } from './use-orders.ts';

/** Takes an open order back, once its buyer was asked. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const cancel = useCancelOrder(() => {
    setAsking(false);
    // It stands elsewhere now, and its button is gone.
    setTimeout(() => document.getElementById(`order-${order.id}`)?.focus());
  });
  return (
    <>
      <Button look="danger" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('orders.cancel')}
      </Button>
      {asking && (
        <Dialog title={t('orders.cancel.ask')} onClose={() => setAsking(false)}>
          <p>{t('orders.cancel.text', { id: order.stripePaymentIntentId })}</p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button look="quiet" data-first="" onClick={() => setAsking(false)}>
              {t('orders.cancel.keep')}
            </Button>
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate(order.id)}>
              {t('orders.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
