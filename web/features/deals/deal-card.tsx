import type { ReactNode } from 'react';
import type { DealCard as Deal } from '#core/contract/shapes.ts';
import { formatMinutes } from '#core/i18n/format.ts';
import { SalonName } from '#web/features/salons/salon-name.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { tintOf } from './category-icon.tsx';
import { cityName, langOf, titleOf } from './deal-words.tsx';
import { DiscountBadge, Price, Rating, TimeLeft, useExpired } from './price.tsx';

interface Props {
  deal: Deal;
  /** The picture that is painted first (LCP). */
  first?: boolean;
  level?: 'h2' | 'h3' | 'h4';
  /** Opens the deal's page instead of a dialog. */
  onPage?: boolean;
  /** The distance, where somebody asked for it. */
  away?: string | undefined;
  children?: ReactNode;
}

/** The title's link covers the card; the salon's link and the heart stand above it. In reading order. */
export function DealCard({ deal, first = false, level = 'h3', onPage = false, away, children }: Props) {
  const t = useT();
  const expired = useExpired(deal.expiresAt);
  const title = titleOf(deal, t);
  const Title = level;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card bg-surface shadow-card eased focus-within:shadow-lift hover:shadow-lift">
      <Picture
        src={deal.imageUrl}
        alt=""
        width={320}
        height={160}
        sizes="(min-width: 1024px) 352px, (min-width: 640px) 46vw, 92vw"
        widths={[640, 960]}
        quality="card"
        first={first}
        missing={t('deal.imageUnavailable')}
        className={`aspect-2/1 low:aspect-3/1 ${tintOf(deal.category)} ${expired ? 'opacity-60 colourless' : ''}`}
      />
      <div className="flex flex-1 flex-col gap-1.5 p-4 low:gap-1 low:p-3">
        <Title className="text-lg">
          <Link
            to={`/deal/${deal.id}`}
            {...(!onPage && { over: deal })}
            lang={langOf(deal.titleEn, t)}
            className="stretched"
          >
            {title}
          </Link>
        </Title>
        <p className="text-sm text-muted">
          {away && <span className="font-semibold text-ink">{away} · </span>}
          <SalonName name={deal.businessName} slug={deal.salonSlug} className="relative z-10 py-1" /> ·{' '}
          {cityName(deal.city, t)}
          {deal.durationMinutes && ` ·\u00a0${formatMinutes(deal.durationMinutes)}`}
        </p>
        <div className="mt-auto pt-1">
          <Price deal={deal} />
          <DiscountBadge discount={deal.shownDiscount ?? deal.discount} className="absolute left-3 top-3" />
          <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3">
            <Rating deal={deal} />
            {expired || deal.isSoldOut ? (
              <span className="rounded-full bg-raised px-2.5 py-1 text-xs font-semibold text-muted">
                {t(expired ? 'deal.expired' : 'deal.soldOut')}
              </span>
            ) : (
              <TimeLeft expiresAt={deal.expiresAt} />
            )}
          </div>
        </div>
      </div>
      {children && <div className="absolute right-2 top-2 z-10">{children}</div>}
    </article>
  );
}
