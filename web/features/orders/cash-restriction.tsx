import { queryOptions, useQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { orders } from '#core/contract/orders.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { api } from '#web/kit/data/api.ts';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';

const restrictionQuery = queryOptions({
  queryKey: [urlOf(orders.cashRestriction)],
  queryFn: () => api.call(orders.cashRestriction),
  staleTime: 0,
});

/** Whether an order in cash would be refused. */
export const useIsCashRefused = (): boolean => useQuery(restrictionQuery).data?.isRefused === true;

/** Says until when, after cash orders that expired; nothing for others. */
export function CashRestriction() {
  const t = useT();
  const cards = useCards();
  const { data } = useQuery(restrictionQuery);
  if (!data?.until) return null;
  const date = formatDate(data.until, t.language);
  return (
    <p className="rounded-2xl bg-orange-soft p-4 text-ink">
      {t(cards ? 'checkout.cashRestricted' : 'checkout.cashRestricted.single', { date })}
    </p>
  );
}
