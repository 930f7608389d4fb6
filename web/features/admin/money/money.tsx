import { useQuery } from '@tanstack/react-query';
import { type AdminPayment, adminMoney, type Review } from '#core/contract/admin/money.ts';
import { urlOf } from '#core/contract/call.ts';
import { formatDateTime } from '#core/i18n/dates.ts';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import { ListSearch, ListView } from '#web/features/admin/list-view.tsx';
import { SettlementList } from '#web/features/admin/settlements/settlements.tsx';
import { useAdminList, useListState } from '#web/features/admin/use-list.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { ExchangeRate } from './exchange-rate.tsx';
import { OrderList } from './orders.tsx';

const parts = ['orders', 'payments', 'attention', 'settlements', 'rate'] as const;

export function MoneyTab() {
  const t = useT();
  const { part, change } = useListState();
  const current = parts.find((each) => each === part) ?? 'orders';
  return (
    <Tabs
      isInner
      label={t('money.parts')}
      tabs={parts.map((id) => ({ id, name: t(`money.part.${id}`) }))}
      current={current}
      onChoose={(id) => change({ part: id === 'orders' ? null : id, q: null, filter: null })}
    >
      <h2 className="text-2xl">{t(`money.part.${current}`)}</h2>
      {current === 'orders' && <OrderList />}
      {current === 'payments' && <PaymentList />}
      {current === 'attention' && <ReviewList />}
      {current === 'settlements' && <SettlementList />}
      {current === 'rate' && <ExchangeRate />}
    </Tabs>
  );
}

const orderLink = (id: string) => `/admin?tab=money&q=${id}&open=${id}`;

function PaymentList() {
  const t = useT();
  const { language } = t;
  const { q } = useListState();
  const list = useAdminList(adminMoney.payments, { ...(q && { q }) });
  const columns: Column<AdminPayment>[] = [
    {
      id: 'intent',
      header: t('money.payment'),
      isTitle: true,
      cell: ({ intent, id }) => (
        <span translate="no" className="font-semibold">
          {intent ?? id}
        </span>
      ),
    },
    {
      id: 'status',
      header: t('money.status'),
      cell: ({ status, isLive, dispute }) => (
        <span className="flex flex-wrap gap-1.5">
          <Badge look={status === 'paid' ? 'green' : 'neutral'}>{t(`money.payment.${status}`)}</Badge>
          {!isLive && <Badge look="amber">{t('money.test')}</Badge>}
          {dispute && <Badge look="red">{t(`money.dispute.${dispute}`)}</Badge>}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('money.amount'),
      isNumeric: true,
      cell: ({ totalAmount, charged }) =>
        `${formatLek(totalAmount, language)} (${formatAmount(charged, language, 2)} USD)`,
    },
    { id: 'buyer', header: t('money.buyer'), cell: ({ buyer }) => <span translate="no">{buyer?.email ?? '–'}</span> },
    { id: 'at', header: t('money.at'), cell: ({ createdAt }) => formatDateTime(createdAt, language) },
    {
      id: 'order',
      header: t('money.order'),
      cell: ({ orderId }) =>
        orderId && (
          <Link to={orderLink(orderId)} className="underline">
            {t('money.showOrder')}
          </Link>
        ),
    },
  ];
  return (
    <>
      <div className="flex">
        <ListSearch label={t('money.search')} />
      </div>
      <ListView list={list} empty={t('money.payments.empty')}>
        {(rows) => (
          <DataTable caption={t('money.part.payments')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListView>
    </>
  );
}

/** What `npm run payments` lists. */
function ReviewList() {
  const t = useT();
  const { q } = useListState();
  const { data, error, refetch } = useQuery({
    queryKey: [urlOf(adminMoney.review)],
    queryFn: () => api.call(adminMoney.review),
    staleTime: 0,
  });
  if (!data) {
    if (error) return <Problem text={reasonOf(error, t)} retry={() => void refetch()} />;
    return <Skeletons count={2} className="h-28" />;
  }
  if (data.length === 0) return <EmptyState art="no-results" title={t('money.review.empty')} />;
  const found = data.filter(({ id, intent }) => !q || id === q || intent === q);
  return (
    <>
      <div className="flex">
        <ListSearch label={t('money.review.search')} />
      </div>
      {q && found.length === 0 && <EmptyState art="no-results" title={t('admin.empty.search', { search: q })} />}
      <ul className="flex flex-col gap-3">
        {found.map((review) => (
          <li key={`${review.kind} ${review.id}`}>
            <ReviewCard review={review} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ReviewCard({ review: { kind, id, orderId, intent, amount, since } }: { review: Review }) {
  const t = useT();
  return (
    <article className="flex flex-col gap-1 rounded-card bg-surface p-4 shadow-card">
      <h3 className="text-lg">{t(`money.review.${kind}`)}</h3>
      <p className="text-sm text-muted">{t(`money.review.${kind}.do`)}</p>
      <p translate="no" className="text-sm wrap-anywhere">
        {intent ?? id}
        {amount !== null && ` · ${formatAmount(amount, t.language, 2)} USD`}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        {since && <span>{t('money.since', { date: formatDateTime(since, t.language) })}</span>}
        {orderId && (
          <Link to={orderLink(orderId)} className="text-ink underline">
            {t('money.showOrder')}
          </Link>
        )}
      </p>
    </article>
  );
}
