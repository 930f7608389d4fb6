import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AdminDeal, adminDeals } from '#core/contract/admin/deals.ts';
import { type AdminOrder, adminMoney } from '#core/contract/admin/money.ts';
import type { ListedUser } from '#core/contract/admin/users.ts';
import { urlOf } from '#core/contract/call.ts';
import { orders } from '#core/contract/orders.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatLek } from '#core/i18n/format.ts';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { reasonOf, toast, toastFailure } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { Problem } from '#web/ui/problem.tsx';

const SHOWN = 10;

/** The latest orders and deals of a user. */
export function UserDetails({ user }: { user: ListedUser }) {
  const t = useT();
  const query = { q: user.email, limit: String(SHOWN) };
  const bought = useQuery({
    queryKey: [urlOf(adminMoney.orders, { query })],
    queryFn: () => api.call(adminMoney.orders, { query }),
    staleTime: 0,
  });
  const posted = useQuery({
    queryKey: [urlOf(adminDeals.list, { query })],
    queryFn: () => api.call(adminDeals.list, { query }),
    staleTime: 0,
  });
  return (
    <div className="flex flex-col gap-5">
      <p translate="no" className="font-semibold wrap-anywhere">
        {user.username}
      </p>
      {user.cashRestrictedUntil && (
        <p>{t('admin.users.cashRestricted', { date: formatDate(user.cashRestrictedUntil, t.language) })}</p>
      )}
      <Part title={t('admin.users.details.orders')} none={t('admin.users.details.noOrders')} list={bought}>
        {(order) => <OrderLine key={order.id} order={order} />}
      </Part>
      <Part title={t('admin.users.details.deals')} none={t('admin.users.details.noDeals')} list={posted}>
        {(deal) => <DealLine key={deal.id} deal={deal} />}
      </Part>
    </div>
  );
}

interface PartProps<Item> {
  title: string;
  none: string;
  list: UseQueryResult<Item[]>;
  children: (item: Item) => ReactNode;
}

function Part<Item>({ title, none, list: { data, error, refetch }, children }: PartProps<Item>) {
  const t = useT();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{title}</h3>
      {data ? (
        <>
          {data.length > 0 ? <ul className="flex flex-col gap-2">{data.map(children)}</ul> : <p>{none}</p>}
          {data.length === SHOWN && (
            <p className="text-sm text-muted">{t('admin.users.details.latest', { count: SHOWN })}</p>
          )}
        </>
      ) : error ? (
        <Problem text={reasonOf(error, t)} retry={() => void refetch()} />
      ) : (
        <Skeletons count={2} className="h-14" />
      )}
    </section>
  );
}

const line = 'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl bg-surface p-3 text-sm wrap-anywhere';

function OrderLine({ order }: { order: AdminOrder }) {
  const t = useT();
  const { id, status, totalAmount, createdAt, stripePaymentIntentId } = order;
  const hasReceipt = status === 'pending' || status === 'completed';
  const send = useMutation({
    mutationFn: () => api.call(orders.sendReceipt, { params: { id } }),
    onSuccess: () => toast({ tone: 'done', title: t('admin.users.receipt.sent') }),
    onError: (error) => toastFailure(error, { t, title: t('admin.users.receipt.failed'), text: reasonOf(error, t) }),
  });
  return (
    <li className={line}>
      <strong translate="no">{stripePaymentIntentId}</strong>
      <span className="numerals">{formatLek(totalAmount, t.language)}</span>
      <Badge>{t(`orders.status.${status}`)}</Badge>
      <span className="text-muted">{formatDate(createdAt, t.language)}</span>
      {hasReceipt && (
        <Button variant="secondary" isPending={send.isPending} onClick={() => send.mutate()}>
          {t('admin.users.receipt')}
        </Button>
      )}
    </li>
  );
}

function DealLine({ deal }: { deal: AdminDeal }) {
  const t = useT();
  const { id, title, price, isHidden, isActive, isExpired } = deal;
  return (
    <li className={line}>
      <Link to={`/deal/${id}`} lang="sq" className="font-semibold hover:underline">
        {title}
      </Link>
      <span className="numerals">{formatLek(price, t.language)}</span>
      {isHidden && <Badge look="amber">{t('admin.users.details.hidden')}</Badge>}
      {!isActive && <Badge>{t('admin.users.details.paused')}</Badge>}
      {isExpired && <Badge>{t('admin.users.details.expired')}</Badge>}
    </li>
  );
}
