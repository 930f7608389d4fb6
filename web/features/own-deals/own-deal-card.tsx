import type { OwnDeal } from '#core/contract/own-deals.ts';
import { formatEnd } from '#core/i18n/dates.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { tintOf } from '#web/features/deals/category-icon.tsx';
import { useCategory } from '#web/features/deals/deal-queries.ts';
import { categoryName, langOf, langOfCategory, titleOf } from '#web/features/deals/deal-words.tsx';
import { DiscountBadge, Price, TimeLeft, useExpired } from '#web/features/deals/price.tsx';
import { formatDay } from '#web/features/salons/opening-times.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Link } from '#web/kit/router/link.tsx';
import { Button } from '#web/ui/button.tsx';
import { Eye, Heart, ShoppingBag } from '#web/ui/icons.ts';
import { Share2 } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';
import { Actions, type Props } from './own-deal-actions.tsx';
import { useReviewRequest } from './use-own-deals.ts';

/** A deal as its dealer sees it, with its counters and actions. */
export function OwnDealCard({ deal, blocked, onOpen, onDeleted }: Props) {
  const t = useT();
  // It may expire between two polls.
  const isExpired = useExpired(deal.expiresAt) || deal.isExpired;
  const category = useCategory(deal.category);
  const { isHidden, repostsLeft } = deal;
  return (
    <article
      id={`deal-${deal.id}`}
      className={`flex flex-col gap-4 rounded-card border p-4 shadow-card ${isHidden ? 'border-orange bg-orange-soft' : 'border-transparent bg-surface'}`}
    >
      <div className="flex flex-wrap gap-4">
        <Picture
          src={deal.imageUrl}
          alt=""
          width={112}
          height={112}
          sizes="112px"
          missing={t('deal.imageUnavailable')}
          className={`size-[min(7rem,26vw)] shrink-0 rounded-2xl ${tintOf(deal.category)} ${isExpired ? 'opacity-60 colourless' : ''}`}
        />
        <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
          <h3 className={`text-lg wrap-anywhere ${isHidden ? 'text-orange-ink' : ''}`} lang={langOf(deal.titleEn, t)}>
            <Link to={`/deal/${deal.id}`} className="hover:underline">
              {titleOf(deal, t)}
            </Link>
          </h3>
          <p className="text-sm text-muted">
            <span translate="no">{deal.businessName}</span>
            {category && (
              <>
                {' · '}
                <span lang={langOfCategory(category, t)}>{categoryName(category, t)}</span>
              </>
            )}
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Price deal={deal} />
            <DiscountBadge discount={deal.shownDiscount ?? deal.discount} />
          </div>
          <p className="flex flex-wrap items-center gap-2">
            {isExpired ? (
              <Badge look="bg-raised text-muted">{t('deal.expired')}</Badge>
            ) : (
              !deal.startsOn && <TimeLeft expiresAt={deal.expiresAt} />
            )}
            {isHidden && <Badge look="bg-orange text-night">{t('myDeals.hidden')}</Badge>}
            {!isExpired && deal.isSoldOut && <Badge look="bg-raised text-ink">{t('deal.soldOut')}</Badge>}
            {!deal.isActive && (
              <Badge look="bg-raised text-ink">
                {deal.startsOn ? t('deal.startsOn', { date: formatDay(deal.startsOn, t) }) : t('myDeals.paused')}
              </Badge>
            )}
          </p>
          {!isExpired && deal.expiresAt && (
            <p className="text-sm text-muted">{t('time.until', { when: formatEnd(deal.expiresAt, t.language) })}</p>
          )}
          {typeof deal.unitsLeft === 'number' && (
            <p className="text-sm text-muted">
              {t('myDeals.unitsLeft', { left: deal.unitsLeft, units: deal.units ?? 0 })}
            </p>
          )}
          {repostsLeft > 0 && <p className="text-sm text-muted">{t.count('myDeals.repostsLeft', repostsLeft)}</p>}
        </div>
      </div>
      {deal.hiddenByAdminAt !== null && (
        <div className="flex flex-col gap-3 rounded-2xl bg-alert-soft px-4 py-3 text-sm">
          <p className="text-alert">
            <strong>{t('myDeals.hiddenByAdmin')}</strong> <span dir="auto">{deal.moderationReason}</span>
          </p>
          {!isExpired && <Review deal={deal} />}
        </div>
      )}
      <Counters deal={deal} />
      <Actions deal={deal} isExpired={isExpired} blocked={blocked} onOpen={onOpen} onDeleted={onDeleted} />
    </article>
  );
}

function Review({ deal }: { deal: OwnDeal }) {
  const t = useT();
  const { mutate, isPending } = useReviewRequest();
  if (deal.reviewRequestedAt) return <p className="font-semibold">{t('myDeals.review.open')}</p>;
  return (
    <>
      <p>{t('myDeals.review.hint')}</p>
      <Button variant="secondary" isPending={isPending} onClick={() => mutate(deal.id)} className="self-start">
        {t('myDeals.review')}
      </Button>
    </>
  );
}

function Badge({ look, children }: { look: string; children: string }) {
  return <span className={`rounded-full px-2.5 py-1 text-xs font-semibold ${look}`}>{children}</span>;
}

const counters = [
  { name: 'views', Icon: Eye },
  { name: 'likes', Icon: Heart },
  { name: 'shares', Icon: Share2 },
  { name: 'sold', Icon: ShoppingBag },
] as const;

function Counters({ deal }: { deal: OwnDeal }) {
  const t = useT();
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {counters.map(({ name, Icon }) => (
        <div key={name} className="flex items-center gap-1.5">
          <dt className="flex items-center gap-1.5">
            <Icon size={16} /> {t(`myDeals.${name}`)}
          </dt>
          <dd className="font-semibold text-ink numerals">{formatAmount(deal[name], t.language)}</dd>
        </div>
      ))}
    </dl>
  );
}
