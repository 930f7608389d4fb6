import { useQuery } from '@tanstack/react-query';
import type { PendingKind } from '#core/contract/admin/overview.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { pendingQuery } from './pending.ts';

/** In the order of the line: the list of a kind, and what opens one of it. */
const places: Record<PendingKind, { list: string; one: (id: string) => string }> = {
  dealerRequests: { list: '/admin?tab=requests', one: (id) => `/admin?tab=requests&open=${id}` },
  supportMessages: { list: '/admin?filter=pending', one: (id) => `/admin?open=${id}` },
  dealReports: { list: '/admin?tab=deals&part=reports', one: (id) => `/admin?tab=deals&part=reports&open=${id}` },
  reviews: { list: '/admin?tab=reviews', one: () => '/admin?tab=reviews' },
  claims: { list: '/admin?tab=claims', one: () => '/admin?tab=claims' },
};

/** What waits for a decision, in one line that leads there. */
export function Today() {
  const t = useT();
  const { data } = useQuery(pendingQuery);
  const kinds = (Object.keys(places) as PendingKind[]).filter((kind) => data?.[kind]);
  return (
    <p className="-my-2 flex min-h-11 flex-wrap items-center gap-x-2 text-sm sm:text-base">
      <strong>{t('admin.today')}</strong>
      {data && kinds.length === 0 && <span className="text-muted">{t('admin.today.nothing')}</span>}
      {data &&
        kinds.map((kind, index) => {
          const { list, one } = places[kind];
          const id = data.only?.[kind];
          return (
            <span key={kind} className="flex items-center gap-x-2">
              <Link
                to={id ? one(id) : list}
                className="inline-flex min-h-11 items-center font-semibold text-brand underline"
              >
                {t.count(`admin.today.${kind}`, data[kind])}
              </Link>
              {index < kinds.length - 1 && <span aria-hidden="true">·</span>}
            </span>
          );
        })}
    </p>
  );
}
