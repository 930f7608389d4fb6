import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Sale, sales } from '#core/contract/sales.ts';
import { formatDate, formatDateTime } from '#core/i18n/dates.ts';
import { langOf, titleOf } from '#web/features/deals/deal-words.tsx';
import { Lek } from '#web/features/deals/price.tsx';
import { api } from '#web/kit/data/api.ts';
import { pagesQuery } from '#web/kit/data/queries.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Skeletons } from '#web/ui/loading.tsx';
import { PagedList } from '#web/ui/paged-list.tsx';
import { EmptyState } from '#web/ui/problem.tsx';
import { SpelledText } from '#web/ui/screen-reader-text.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';

const POLL_MS = 30_000;

/** Orders of deals of the signed-in dealer, found by the code that a client shows. */
export function Orders() {
  const t = useT();
  const [q, setQ] = useState('');
  const list = useInfiniteQuery({
    ...pagesQuery(api, sales.list, { ...(q && { q }) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  return (
    <>
      <p className="text-muted">{t('sales.lead')}</p>
      <SearchBox
        id="sales-search"
        label={t('sales.search')}
        placeholder={t('sales.search')}
        value={q}
        onSearch={setQ}
      />
      <PagedList
        list={list}
        waiting={<Skeletons count={3} className="h-36" />}
        failed={t('sales.failed')}
        empty={<EmptyState art="no-results" title={q ? t('sales.notFound', { code: q }) : t('sales.empty')} />}
        more={t('sales.more')}
      >
        {(sale) => <SaleCard key={sale.id} sale={sale} />}
      </PagedList>
    </>
  );
}

const badgeColors = {
  toPay: 'amber',
  paid: 'green',
  used: 'neutral',
  over: 'neutral',
  canceled: 'red',
  expired: 'red',
  refunded: 'red',
  disputed: 'red',
} as const satisfies Record<Sale['state'], string>;

function SaleCard({ sale: { code, state, createdAt, useBy, amount, lines } }: { sale: Sale }) {
  const t = useT();
  const isValid = state === 'toPay' || state === 'paid';
  return (
    <article className="flex flex-col gap-3 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className={`text-xl ${isValid ? '' : 'text-muted line-through'}`}>
          <SpelledText code={code} />
        </h2>
        <Badge look={badgeColors[state]}>{t(`sales.state.${state}`)}</Badge>
      </div>
      <ul className="flex flex-col gap-1">
        {lines.map((line) => (
          <li key={`${line.title} ${line.price}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
              {line.quantity} × <span lang={langOf(line.titleEn, t)}>{titleOf(line, t)}</span>
              {line.isRefunded && <span className="text-muted"> · {t('sales.state.refunded')}</span>}
            </span>
            <Lek amount={line.price * line.quantity} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
        <p>
          <time dateTime={createdAt}>{formatDateTime(createdAt, t.language)}</time>
          {isValid && (
            <>
              {' · '}
              <time dateTime={useBy}>{t('sales.useBy', { date: formatDate(useBy, t.language) })}</time>
            </>
          )}
        </p>
        <p>
          {t(state === 'toPay' ? 'sales.toPay' : 'sales.total')}{' '}
          <Lek amount={amount} className="font-display text-lg font-semibold text-ink" />
        </p>
      </div>
    </article>
  );
}
