import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type SOLD_STATES, type SoldVoucher, vouchers } from '#core/contract/vouchers.ts';
import { shownCode } from '#core/domain/vouchers.ts';
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
import { SpelledText, SplitText } from '#web/ui/screen-reader-text.tsx';
import { DeclineUnit } from './decline-unit.tsx';

export type SoldState = (typeof SOLD_STATES)[number];

const POLL_MS = 30_000;

export const soldQuery = (asked: { state: SoldState; q?: string }) => ({
  ...pagesQuery(api, vouchers.sold, asked),
  staleTime: 0,
  refetchInterval: POLL_MS,
});

/** The units that the own salon sold, newest first. `q`: a whole code. */
export function SoldVouchers({ state, q }: { state: SoldState; q: string }) {
  const t = useT();
  const list = useInfiniteQuery({ ...soldQuery({ state, ...(q && { q }) }), placeholderData: keepPreviousData });
  const empty = q ? t('sales.vouchers.none', { code: q }) : t(`sales.vouchers.empty.${state}`);
  return (
    <PagedList
      list={list}
      waiting={<Skeletons count={3} className="h-36" />}
      failed={t('sales.vouchers.failed')}
      empty={<EmptyState art="no-results" title={empty} />}
      more={t('sales.vouchers.more')}
    >
      {(voucher) => <VoucherCard key={voucher.id} voucher={voucher} />}
    </PagedList>
  );
}

const badgeColors = {
  open: 'green',
  redeemed: 'neutral',
  expired: 'amber',
  canceled: 'red',
  refunded: 'red',
  disputed: 'red',
} as const satisfies Record<SoldVoucher['status'], string>;

function VoucherCard({ voucher }: { voucher: SoldVoucher }) {
  const t = useT();
  const { code, status, price, cashDue, useBy, redeemedAt, redeemedBy } = voucher;
  const isOpen = status === 'open';
  return (
    <article className="flex flex-col gap-3 rounded-card bg-surface p-[min(1.25rem,5vw)] shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className={`font-display text-lg font-semibold ${isOpen ? '' : 'text-muted'}`}>
          {code.length > 2 ? (
            <SpelledText code={shownCode(code)} />
          ) : (
            <SplitText visible={`··${code}`} spoken={t('sales.voucher.endsIn', { code })} />
          )}
        </p>
        <Badge look={badgeColors[status]}>{t(`sales.voucher.${status}`)}</Badge>
      </div>
      <h2 lang={langOf(voucher.titleEn, t)} className="text-lg wrap-anywhere">
        {titleOf(voucher, t)}
      </h2>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
        <p>
          {redeemedAt ? (
            <time dateTime={redeemedAt}>
              {redeemedBy
                ? t('sales.voucher.redeemedBy', { date: formatDateTime(redeemedAt, t.language), till: redeemedBy })
                : t('sales.voucher.redeemedAt', { date: formatDateTime(redeemedAt, t.language) })}
            </time>
          ) : (
            <time dateTime={useBy}>{t('sales.useBy', { date: formatDate(useBy, t.language) })}</time>
          )}
        </p>
        <p>
          {t(
            isOpen && cashDue !== null
              ? 'sales.voucher.due'
              : cashDue === null
                ? 'sales.voucher.paid'
                : 'sales.voucher.price',
          )}{' '}
          <Lek amount={isOpen ? (cashDue ?? price) : price} className="font-display text-lg font-semibold text-ink" />
        </p>
      </div>
      {isOpen && <DeclineUnit voucher={voucher} />}
    </article>
  );
}
