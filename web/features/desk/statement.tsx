import { useInfiniteQuery } from '@tanstack/react-query';
import { urlOf } from '#core/contract/call.ts';
import { type StatementDetail, type StatementLine, settlements } from '#core/contract/settlements.ts';
import { statementFiles } from '#core/contract/statement-files.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { addressIn } from '#core/i18n/language.ts';
import { formatMonth } from '#core/i18n/month.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { api, codeOfRefusal } from '#web/kit/data/api.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';
import { StatementNote, StatementStatus } from './statements.tsx';

/** A statement of the own salon with its entries. */
export function StatementView({ month }: { month: string }) {
  const t = useT();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [urlOf(settlements.get, { params: { month } })],
    queryFn: ({ pageParam: cursor }) => api.call(settlements.get, { params: { month }, query: { cursor } }),
    initialPageParam: '',
    getNextPageParam: ({ next }: StatementDetail) => next,
  });
  const title = t('statements.of', { month: formatMonth(month, t.language) });
  const [statement] = data?.pages ?? [];
  if (!statement) {
    if (codeOfRefusal(error) === 'settlements.notFound' || codeOfRefusal(error) === 'desk.none')
      return <EmptyState art="no-results" level="h1" title={t('statements.missing')} />;
    if (error) return <Problem level="h1" text={reasonOf(error, t)} retry={() => void refetch()} />;
    return <Skeletons count={3} className="h-36" />;
  }
  const lines = data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="text-3xl">{title}</h1>
        <p translate="no" className="text-lg font-semibold wrap-anywhere">
          {statement.salon}
        </p>
      </header>
      <Sums statement={statement} />
      <Files month={month} />
      <h2 className="text-xl">{t('statements.lines')}</h2>
      {lines.length === 0 ? <p>{t('statements.none')}</p> : <Lines lines={lines} />}
      {hasNextPage && (
        <Button variant="secondary" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('statements.more')}
        </Button>
      )}
      <p className="text-sm text-muted">{t('statements.notInvoice')}</p>
    </>
  );
}

function Sums({ statement }: { statement: StatementDetail }) {
  const t = useT();
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface p-5 shadow-card">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {(['opening', 'sum', 'closing'] as const).map((name) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid last:border-t last:border-line last:pt-1">
            <dt>{t(`statements.${name}`)}</dt>
            <dd className="text-right font-semibold">
              <Lek amount={statement[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <StatementStatus {...statement} />
      </p>
      <StatementNote statement={statement} />
    </section>
  );
}

function Files({ month }: { month: string }) {
  const t = useT();
  const links = [
    [t('statements.pdf'), statementFiles.pdf],
    [t('statements.csv'), statementFiles.csv],
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <Button variant="secondary" onClick={() => window.print()}>
        {t('statements.print')}
      </Button>
      {links.map(([name, endpoint]) => (
        <a
          key={endpoint.path}
          href={addressIn(t.language, urlOf(endpoint, { params: { month } }))}
          download
          className="inline-flex min-h-11 items-center px-3 text-sm font-semibold text-brand hover:underline"
        >
          {name}
        </a>
      ))}
    </div>
  );
}

function Lines({ lines }: { lines: StatementLine[] }) {
  const t = useT();
  const rows = lines.map((line, index) => ({ ...line, index }));
  return (
    <DataTable
      caption={t('statements.lines')}
      rows={rows}
      keyOf={({ index }) => String(index)}
      columns={[
        {
          id: 'day',
          header: t('statements.day'),
          isTitle: true,
          cell: ({ day }) => formatDate(`${day}T12:00:00Z`, t.language),
        },
        { id: 'kind', header: t('statements.kind'), cell: ({ kind }) => t(`statements.kind.${kind}`) },
        {
          id: 'what',
          header: t('statements.what'),
          isBare: true,
          cell: ({ title, titleEn }) =>
            title !== null && <span lang={langOf(titleEn, t)}>{titleOf({ title, titleEn }, t)}</span>,
        },
        {
          id: 'unit',
          header: t('statements.unit'),
          cell: ({ unit }) => unit !== null && <span translate="no">{unit}</span>,
        },
        {
          id: 'amount',
          header: t('statements.amount'),
          isNumeric: true,
          cell: ({ amount }) => formatAmount(amount, t.language),
        },
      ]}
    />
  );
}
