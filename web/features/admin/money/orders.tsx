import { useQuery } from '@tanstack/react-query';
import { type AdminOrder, adminMoney, type OrderDetail } from '#core/contract/admin/money.ts';
import { urlOf } from '#core/contract/call.ts';
import { shownCode } from '#core/domain/vouchers.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { ListFilter, ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { useAdminList, useListState, useRefresh } from '#web/features/admin/use-list.ts';
import { type RowSource, useOpened, useOpenedRow } from '#web/features/admin/use-opened.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { MissingPart } from '#web/ui/problem.tsx';
import { RefundForm } from './refund-form.tsx';

const statuses = ['pending', 'completed', 'failed', 'refunded'] as const;
const methods = ['cash', 'card'] as const;

const orderQuery = (id: string) => ({
  queryKey: [urlOf(adminMoney.order, { params: { id } })],
  queryFn: () => api.call(adminMoney.order, { params: { id } }),
});
const source: RowSource<AdminOrder> = { idOf: ({ id }) => id, find: orderQuery };
const refundOf = (voucherId: string) => `refund-${voucherId}`;
const actionsOf = ({ items }: AdminOrder) => [
  'details',
  'refund',
  ...items.flatMap(({ vouchers }) => vouchers.map(({ id }) => refundOf(id))),
];

type Unit = OrderDetail['items'][number]['vouchers'][number];

export function OrderList() {
  const t = useT();
  const { q, filter } = useListState();
  const status = statuses.find((each) => each === filter);
  const method = methods.find((each) => each === filter);
  const list = useAdminList(adminMoney.orders, {
    ...(q && { q }),
    ...(status && { status }),
    ...(method && { method }),
  });
  const { opened } = useOpenedRow({ rows: list.data?.items, source, actionsOf });
  const isListed = list.data?.items.some(({ id }) => id === opened?.row.id);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <ListSearch label={t('money.search')} />
        <ListFilter
          options={[
            { value: 'all', text: t('admin.filter.all') },
            ...statuses.map((value) => ({ value, text: t(`money.order.${value}`) })),
            ...methods.map((value) => ({ value, text: t(`money.method.${value}`) })),
          ]}
        />
      </div>
      {opened && !isListed && <OrderRow order={opened.row} />}
      <ListView list={list} empty={t('money.orders.empty')}>
        {(items) => items.map((order) => <OrderRow key={order.id} order={order} />)}
      </ListView>
    </>
  );
}

const looks = { pending: 'amber', completed: 'green', failed: 'neutral', refunded: 'red' } as const;

function OrderRow({ order }: { order: AdminOrder }) {
  const t = useT();
  const opened = useOpened();
  const { id, status, paymentMethod, stripePaymentIntentId, totalAmount, createdAt, buyer, items } = order;
  const isOpen = opened.id === id;
  const salons = [...new Set(items.map(({ businessName }) => businessName))];
  return (
    <article className="flex flex-col gap-2 rounded-card bg-surface p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-2">
        <Badge look={looks[status]}>{t(`money.order.${status}`)}</Badge>
        <Badge>{t(`money.method.${paymentMethod}`)}</Badge>
        {order.charge?.isTest && <Badge look="amber">{t('money.test')}</Badge>}
        {order.charge?.dispute && <Badge look="red">{t(`money.dispute.${order.charge.dispute}`)}</Badge>}
        <span className="text-sm text-muted sm:ml-auto">{formatDateTime(createdAt, t.language)}</span>
      </div>
      <h3 translate="no" className="text-lg wrap-anywhere">
        {stripePaymentIntentId}
      </h3>
      <p translate="no" className="text-sm wrap-anywhere">
        <strong className="numerals">{formatLek(totalAmount, t.language)}</strong> · {salons.join(', ')}
        {' · '}
        {buyer ? buyer.email : '–'}
      </p>
      <Button
        variant="secondary"
        className="self-start"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? opened.close() : opened.open(id))}
      >
        {t(isOpen ? 'money.hideDetails' : 'money.details')}
      </Button>
      {isOpen && <Details id={id} />}
    </article>
  );
}

function Details({ id }: { id: string }) {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...orderQuery(id), staleTime: 0 });
  if (data) return <LoadedDetails order={data} />;
  if (error) return <MissingPart what={t('money.notFetched')} error={error} retry={() => void refetch()} />;
  return <LoadingText />;
}

function LoadedDetails({ order }: { order: OrderDetail }) {
  const t = useT();
  const refresh = useRefresh();
  const { action, open, close } = useOpened();
  const { id, items, refunds, refundable, payment, buyer } = order;
  const isRefundable = ({ refund }: Unit) => order.charge !== null && (refund === null || refund.status === 'failed');
  const unit = items
    .flatMap(({ vouchers }) => vouchers)
    .find((voucher) => action === refundOf(voucher.id) && isRefundable(voucher));
  const usd = (amount: number) => `${formatAmount(amount, t.language, 2)} USD`;
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3 text-sm">
      <ul className="flex flex-col gap-2">
        {items.map((item) => (
          <li key={item.dealId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
              {item.quantity} ×{' '}
              <Link to={`/deal/${item.dealId}`} className="underline">
                {item.title}
              </Link>{' '}
              <span translate="no" className="text-muted">
                {formatLek(item.price * item.quantity, t.language)}
              </span>
            </span>
            {item.refund && <Badge look="red">{t(`money.refund.${item.refund}`)}</Badge>}
            <ul className="flex basis-full flex-col gap-1">
              {item.vouchers.map((voucher) => (
                <li key={voucher.id} className="flex flex-wrap items-center gap-x-3 numerals">
                  <Link reloads to={`/redeem?code=${voucher.code}`} className="underline">
                    {shownCode(voucher.code)}
                  </Link>
                  <span className="text-muted">{t(`money.voucher.${voucher.status}`)}</span>
                  {voucher.refund && <Badge look="red">{t(`money.refund.${voucher.refund.status}`)}</Badge>}
                  {isRefundable(voucher) && (
                    <Button
                      variant="secondary"
                      aria-haspopup="dialog"
                      aria-label={`${t('money.refundLine')}: ${spelled(shownCode(voucher.code))}`}
                      onClick={() => open(id, refundOf(voucher.id))}
                    >
                      {t('money.refundLine')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p translate="no" className="text-muted wrap-anywhere">
        {id}
        {buyer && ` · ${buyer.username}`}
        {payment && ` · ${payment.provider}`}
        {order.charge && ` · ${usd(order.charge.amount)}`}
      </p>
      {refunds.length > 0 && (
        <ul className="flex flex-col gap-1">
          {refunds.map((refund) => (
            <li key={refund.id}>
              {t(`money.refund.${refund.status}`)}: <span translate="no">{usd(refund.amount)}</span>
              {' · '}
              {formatDateTime(refund.createdAt, t.language)}
              {refund.requestedBy && <span translate="no"> · {refund.requestedBy}</span>}
            </li>
          ))}
        </ul>
      )}
      {refundable > 0 && (
        <Button variant="danger" className="self-start" aria-haspopup="dialog" onClick={() => open(id, 'refund')}>
          {t('money.refundAll', { amount: usd(refundable) })}
        </Button>
      )}
      {((refundable > 0 && action === 'refund') || unit) && (
        <FormDialog title={t('money.refundTitle')} onClose={close}>
          <RefundForm
            order={order}
            unit={unit ?? null}
            onDone={() => {
              close();
              toast({ tone: 'done', title: t('money.refunded') });
              refresh();
            }}
          />
        </FormDialog>
      )}
    </div>
  );
}
