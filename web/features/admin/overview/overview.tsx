import { useQuery } from '@tanstack/react-query';
import { adminOverview, FLAGGED_CLAIMS, OVERVIEW_DAYS, type Overview } from '#core/contract/admin/overview.ts';
import { urlOf } from '#core/contract/call.ts';
import { searches } from '#core/contract/searches.ts';
import { planIds } from '#core/domain/memberships.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import type { Key } from '#core/i18n/t.ts';
import { Announcements } from '#web/features/admin/announcements/announcements.tsx';
import { ListFilter } from '#web/features/admin/list-view.tsx';
import { useListState } from '#web/features/admin/use-list.ts';
import { cityName, langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { api } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BarChart } from '#web/ui/bar-chart.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const parts = ['figures', 'searches', 'announcements'] as const;

export function OverviewTab() {
  const t = useT();
  const { part, change } = useListState();
  const current = parts.find((id) => id === part) ?? 'figures';
  return (
    <Tabs
      isInner
      label={t('overview.parts')}
      tabs={parts.map((id) => ({ id, name: t(`overview.part.${id}`) }))}
      current={current}
      onChoose={(id) => change({ part: id === 'figures' ? null : id, filter: null })}
    >
      {current === 'figures' && <Figures />}
      {current === 'searches' && <MissedSearches />}
      {current === 'announcements' && <Announcements />}
    </Tabs>
  );
}

function Figures() {
  const t = useT();
  const { filter } = useListState();
  // In the address a word; on the wire the number of days.
  const days = OVERVIEW_DAYS.find((each) => each === filter) ?? '7';
  const { data, error, refetch } = useQuery({
    queryKey: [urlOf(adminOverview.get, { query: { days } })],
    queryFn: () => api.call(adminOverview.get, { query: { days } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  if (!data) {
    if (error) return <Problem text={reasonOf(error, t)} retry={() => void refetch()} />;
    return <Skeletons count={3} className="h-36" />;
  }
  return (
    <>
      <Tasks {...data} />
      {data.ledger && <LedgerCheck ledger={data.ledger} />}
      <ListFilter options={OVERVIEW_DAYS.map((value) => ({ value, text: t('overview.days', { count: value }) }))} />
      <Numbers figures={data} />
      <TroubledSalons salons={data.salons} />
      <div className="rounded-card bg-surface p-4 shadow-card sm:p-5">
        <BarChart
          caption={t('overview.orders')}
          ofBars={t('overview.day')}
          showTable={t('overview.asTable')}
          series={[
            { id: 'cash', name: t('money.method.cash'), look: 'text-olive' },
            { id: 'card', name: t('money.method.card'), look: 'text-brand' },
          ]}
          bars={data.orders.map(({ day, cash, card }) => ({
            name: formatDate(`${day}T12:00:00Z`, t.language),
            values: [cash, card],
          }))}
        />
      </div>
    </>
  );
}

type Task = Overview['tasks'][number];

/** Where the thing itself is shown. */
const targets: Record<Task['kind'], (task: Task) => string> = {
  request: ({ id }) => `/admin?tab=requests&open=${id}`,
  message: ({ id }) => `/admin?open=${id}`,
  report: ({ id }) => `/admin?tab=deals&part=reports&open=${id}`,
  payment: ({ id }) => `/admin?tab=money&part=attention&q=${encodeURIComponent(id)}`,
};

function TaskLabel({ kind, label, labelEn }: Task) {
  const t = useT();
  if (kind === 'payment') return t(`money.review.${label}` as Key as 'money.review.late');
  if (kind !== 'report') return label;
  return <span lang={langOf(labelEn, t)}>{titleOf({ title: label, titleEn: labelEn }, t)}</span>;
}

function Tasks({ tasks, open }: Pick<Overview, 'tasks' | 'open'>) {
  const t = useT();
  const count = Object.values(open).reduce((sum, each) => sum + each, 0);
  return (
    <section
      aria-labelledby="open-tasks"
      className="flex flex-col gap-3 rounded-card bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="open-tasks" className="text-2xl">
        {t('overview.tasks', { count })}
      </h2>
      {tasks.length === 0 && <p className="text-muted">{t('overview.noTasks')}</p>}
      <ul className="flex flex-col">
        {tasks.map((task) => (
          <li key={`${task.kind} ${task.id}`} className="border-t border-line first:border-0">
            <Link
              to={targets[task.kind](task)}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:underline"
            >
              <Badge look="amber">{t(`overview.task.${task.kind}`)}</Badge>
              <span className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
                <TaskLabel {...task} />
              </span>
              {task.since && <span className="text-sm text-muted">{formatDateTime(task.since, t.language)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Outcome of the nightly check. */
function LedgerCheck({ ledger: { checkedAt, broken } }: { ledger: NonNullable<Overview['ledger']> }) {
  const t = useT();
  const values = { date: formatDateTime(checkedAt, t.language), count: broken };
  if (broken === 0) return <p className="text-sm text-muted">{t('overview.ledger', values)}</p>;
  return <p className="font-semibold text-alert">{t('overview.ledger.broken', values)}</p>;
}

/** Salons with claims decided against them or vouchers that they canceled. */
function TroubledSalons({ salons }: Pick<Overview, 'salons'>) {
  const t = useT();
  if (salons.length === 0) return null;
  return (
    <section aria-labelledby="troubled" className="flex flex-col gap-3 rounded-card bg-surface p-4 shadow-card sm:p-5">
      <h2 id="troubled" className="text-xl">
        {t('overview.salons')}
      </h2>
      <ul className="flex flex-col gap-2">
        {salons.map(({ id, name, slug, claims, declines }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={`/salon/${slug}`} translate="no" className="font-semibold underline wrap-anywhere">
              {name}
            </Link>
            {claims >= FLAGGED_CLAIMS && <Badge look="red">{t('overview.salons.flagged')}</Badge>}
            <span className="text-sm text-muted">{t('overview.salons.counts', { claims, declines })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Numbers({ figures }: { figures: Overview }) {
  const t = useT();
  const { language } = t;
  const { liveDeals, pendingCash, newUsers, memberships, refundRate } = figures;
  const shown: [name: string, value: string | string[]][] = [
    [t('overview.liveDeals'), formatAmount(liveDeals, language)],
    [t('overview.pendingCash', { count: pendingCash.count }), formatLek(pendingCash.total, language)],
    [t('overview.newUsers'), formatAmount(newUsers, language)],
    [t('overview.refundRate'), refundRate === null ? '–' : `${formatAmount(refundRate * 100, language, 1)} %`],
    [t('overview.memberships'), planIds.map((plan) => `${t(`overview.plan.${plan}`)} ${memberships[plan]}`)],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
      {shown.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end gap-1 rounded-card bg-surface p-4 shadow-card">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-lg font-semibold numerals wrap-break-word">
            {Array.isArray(value)
              ? value.map((each) => (
                  <span key={each} className="block text-base">
                    {each}
                  </span>
                ))
              : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function MissedSearches() {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: [urlOf(searches.missed)],
    queryFn: () => api.call(searches.missed),
    staleTime: 0,
  });
  if (!data) {
    if (error) return <Problem text={reasonOf(error, t)} retry={() => void refetch()} />;
    return <Skeletons count={2} className="h-28" />;
  }
  return (
    <>
      <h2 className="text-2xl">{t('overview.part.searches')}</h2>
      <p className="text-sm text-muted">{t('overview.searches.lead')}</p>
      {data.length === 0 ? (
        <EmptyState art="no-results" title={t('overview.searches.empty')} />
      ) : (
        <DataTable
          caption={t('overview.part.searches')}
          rows={data}
          keyOf={({ search, city }) => `${city} ${search}`}
          columns={[
            {
              id: 'search',
              header: t('overview.search'),
              isTitle: true,
              cell: ({ search }) => <strong>{search}</strong>,
            },
            {
              id: 'city',
              header: t('overview.city'),
              cell: ({ city }) => (city === 'all' ? t('overview.everywhere') : cityName(city, t)),
            },
            { id: 'people', header: t('overview.people'), isNumeric: true, cell: ({ people }) => people },
            {
              id: 'day',
              header: t('overview.lastDay'),
              cell: ({ lastDay }) => formatDate(`${lastDay}T12:00:00Z`, t.language),
            },
          ]}
        />
      )}
    </>
  );
}
