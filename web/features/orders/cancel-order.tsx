import { useEffect, useRef, useState } from 'react';
import type { Order } from '#core/contract/orders.ts';
import { spelled } from '#core/i18n/heard.ts';
import { focusOn } from '#web/kit/focus.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SpelledText } from '#web/ui/screen-reader-text.tsx';
import { titleIdOf } from './order-head.tsx';
import { nameOf } from './order-state.ts';
import { useCancelOrder } from './use-orders.ts';

/** Takes an open order back, once its buyer was asked. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const isSent = useRef(false);
  const cancel = useCancelOrder(() => setAsking(false));
  const titleId = titleIdOf(order);
  // Once it is canceled it stands elsewhere, and its button is gone.
  useEffect(
    () => () => {
      const title = isSent.current && document.getElementById(titleId);
      if (title) focusOn(title);
    },
    [titleId],
  );
  return (
    <>
      <Button
        variant="danger"
        aria-haspopup="dialog"
        aria-label={`${t('orders.cancel')}: ${spelled(nameOf(order))}`}
        onClick={() => setAsking(true)}
      >
        {t('orders.cancel')}
      </Button>
      {asking && (
        <Dialog title={t('orders.cancel.ask')} onClose={() => setAsking(false)}>
          <p>
            <SpelledText code={order.stripePaymentIntentId}>
              {t('orders.cancel.text', { id: order.stripePaymentIntentId })}
            </SpelledText>
          </p>
          <div className="flex flex-wrap justify-end gap-3 pt-5">
            <Button variant="secondary" data-first="" onClick={() => setAsking(false)}>
              {t('orders.cancel.keep')}
            </Button>
            <Button
              isPending={cancel.isPending}
              onClick={() => {
                isSent.current = true;
                cancel.mutate(order.id);
              }}
            >
              {t('orders.cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
