import type { ReactNode } from 'react';
import type { Order } from '#core/contract/orders.ts';
import { orderNumberOf, receiptOf } from '#core/domain/orders.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { Lek } from '#web/features/deals/price.tsx';
import { Rate, Usd } from '#web/features/payments/conversion.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { SpelledText } from '#web/ui/screen-reader-text.tsx';
import { Ticket } from './order-parts.tsx';
import { isPaidApart, isUsable, noteOf, shownIdOf } from './order-state.ts';

/** The receipt of what was paid, with its code; `isFolded` below vouchers, which are what is shown at the salon then. */
export function OrderReceipt({ order, isFolded }: { order: Order; isFolded: boolean }) {
  const t = useT();
  const usable = isUsable(order, useMinute());
  const isPaid = order.status === 'completed' || order.status === 'refunded';
  const content = (
    <>
      <div className="flex flex-wrap gap-6">
        {usable && (
          <div className="flex-[0_1_300px] max-sm:flex-auto">
            <ReceiptQr order={order} />
          </div>
        )}
        <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-5">
          {usable && !isFolded && <Ticket order={order} />}
          <Facts order={order} isNamed={usable && (!isFolded || order.paymentMethod === 'cash')} />
        </div>
      </div>
      {order.charge?.isTest && <p className="text-sm font-semibold">{t('checkout.test')}</p>}
      {isPaid && (
        <p className="text-sm text-muted">
          {t('orders.receipt.notFiscal')} {t('orders.receipt.askFiscal')}
        </p>
      )}
    </>
  );
  if (isFolded) {
    return (
      <>
        <Note order={order} />
        <Disclosure look="card" summary={<h2 className="text-xl">{t('orders.receipt')}</h2>}>
          {content}
        </Disclosure>
      </>
    );
  }
  return (
    <section
      aria-labelledby="receipt"
      className="flex flex-col gap-5 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card"
    >
      <h2 id="receipt" className="text-xl">
        {t(isPaid ? 'orders.receipt' : usable ? 'receipt.toShow' : 'receipt.payment')}
      </h2>
      <Note order={order} />
      {content}
    </section>
  );
}

function Note({ order }: { order: Order }) {
  const t = useT();
  const note = noteOf(order, useMinute());
  if (!note) return null;
  const isBad = note === 'disputed' || note === 'lost' || note === 'notPaid' || note === 'test';
  return (
    <p className={`rounded-2xl p-4 ${isBad ? 'bg-alert-soft text-alert' : 'bg-raised'}`}>
      {note === 'over'
        ? t('receipt.note.over', { date: formatDate(order.useBy, t.language) })
        : t(`receipt.note.${note}`)}
    </p>
  );
}

/** `isNamed`: the ticket shows the id. */
function Facts({ order, isNamed }: { order: Order; isNamed: boolean }) {
  const t = useT();
  const { charge, paymentMethod, totalAmount } = order;
  return (
    <dl className="flex flex-col gap-3">
      <Fact name={t('cart.total')}>
        <Lek amount={totalAmount} digits={2} className="font-display text-xl font-semibold" />
      </Fact>
      {isPaidApart(order) && (
        <Fact name={t('orders.paid')}>
          <Lek amount={order.paidAmount} digits={2} />
        </Fact>
      )}
      {!(isNamed && paymentMethod === 'card') && (
        <Fact name={t('orders.orderId')}>
          <span className="wrap-anywhere">
            <SpelledText code={orderNumberOf(order)} />
          </span>
        </Fact>
      )}
      <Fact name={t('orders.method')}>{t(`orders.method.${paymentMethod}`)}</Fact>
      {charge && (
        <Fact name={t('receipt.charged')}>
          <Usd amount={charge.amount} />
          <span className="block text-sm text-muted">
            <Rate rate={charge.exchangeRate} />
          </span>
        </Fact>
      )}
      {charge && charge.refunded > 0 && (
        <Fact name={t('receipt.refunded')}>
          <Usd amount={charge.refunded} />
        </Fact>
      )}
      {charge && charge.refunding > 0 && (
        <Fact name={t('receipt.refunding')}>
          <Usd amount={charge.refunding} />
        </Fact>
      )}
      {!isNamed && (
        <Fact name={t(paymentMethod === 'cash' ? 'orders.purchaseId' : 'orders.paymentId')}>
          <span className="wrap-anywhere">
            <SpelledText code={shownIdOf(order)} />
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right numerals">{children}</dd>
    </div>
  );
}

function ReceiptQr({ order }: { order: Order }) {
  const t = useT();
  return <QrCode text={JSON.stringify(receiptOf(order))} label={t('receipt.qr', { id: spelled(shownIdOf(order)) })} />;
}
