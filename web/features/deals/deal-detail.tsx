import { type ReactNode, Suspense, useState } from 'react';
import type { Deal } from '#core/contract/shapes.ts';
import { isPublic } from '#core/domain/deals.ts';
import { isVideo } from '#core/domain/media.ts';
import { formatLek, formatMinutes } from '#core/i18n/format.ts';
import { formatDay } from '#web/features/salons/opening-times.tsx';
import { SalonBlock } from '#web/features/salons/salon-block.tsx';
import { SalonName } from '#web/features/salons/salon-name.tsx';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { keepInViewport } from '#web/kit/browser.ts';
import { useCards } from '#web/kit/data/shop-config.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry } from '#web/kit/lazy.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Hourglass } from '#web/ui/icons.ts';
import { Store } from '#web/ui/more-icons.ts';
import { Picture } from '#web/ui/picture.tsx';
import { EmptyState } from '#web/ui/problem.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { Video } from '#web/ui/video.tsx';
import { CategoryIcon, tintOf } from './category-icon.tsx';
import { DealFacts } from './deal-facts.tsx';
import { DealLimits } from './deal-limits.tsx';
import { PictureActions } from './deal-picture-actions.tsx';
import { useCategory } from './deal-queries.ts';
import { categoryName, cityName, descriptionOf, langOf, langOfCategory, titleOf, titlePart } from './deal-words.tsx';
import { DiscountBadge, Lek, Price, Rating, RunsUntil, savingOf, useExpired } from './price.tsx';

interface Props {
  deal: Deal;
  level: 'h1' | 'h2';
  /** The Save and Add buttons; whether it can be bought. */
  actions: (isForSale: boolean) => ReactNode;
  /** Other deals: at the end, but directly below an expired one. */
  related: ReactNode;
  /** Placeholders for what the list does not know. */
  insteadOfText?: ReactNode;
  insteadOfSalon?: ReactNode;
}

/** Whether it is shown as over: expired, sold out, or paused by its owner. */
function useIsOver(deal: Deal): boolean {
  return useExpired(deal.expiresAt) || deal.notForSale === true || deal.isSoldOut === true;
}

const overWord = ({ notForSale, isSoldOut }: Deal) =>
  notForSale ? 'deal.notForSale' : isSoldOut ? 'deal.soldOut' : 'deal.expired';

const LazyFollow = lazyWithRetry(
  async () => (await import('#web/features/follows/follow-salon-of.tsx')).FollowSalonOf,
  ['follows'],
);

/** In the browser only, as it depends on the visitor. */
function FollowSalonOf({ slug }: { slug: string }) {
  if (!useHydrated()) return <div className="h-11" />;
  return (
    <ErrorBoundary of={LazyFollow} fallback={() => null}>
      <Suspense fallback={<div className="h-11" />}>
        <LazyFollow slug={slug} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A deal in full, on its page and in the dialog. */
export function DealDetail({ deal, level, actions, related, insteadOfText, insteadOfSalon }: Props) {
  const t = useT();
  const isPage = level === 'h1';
  const expired = useIsOver(deal);
  const title = titleOf(deal, t);
  const [wasOver] = useState(expired);
  useAnnounce(expired && !wasOver && `${title}: ${t(overWord(deal))}`, { part: titlePart(deal, t) });
  const look = `aspect-2/1 w-full ${isPage ? 'lying:rounded-card md:rounded-card' : 'short:max-h-[25dvh] sm:max-h-[25dvh]'} ${expired ? 'opacity-60 colourless' : ''}`;
  const isForSale = isPublic(deal) && !expired;
  const description = descriptionOf(deal, t);
  const about = description ? (
    <p lang={langOf(deal.descriptionEn, t)} className="whitespace-pre-line">
      {description}
    </p>
  ) : (
    insteadOfText
  );
  const Part = level === 'h1' ? 'h2' : 'h3';
  const beside = (
    <div
      className={`flex flex-col gap-6 px-4 pt-4 sm:px-6 ${isPage ? 'lying:col-span-2 md:col-span-2 md:flex-row md:flex-wrap md:px-0 md:pt-6' : ''}`}
    >
      {related}
    </div>
  );
  return (
    <article
      className={`flex flex-col ${isPage ? 'lying:grid lying:grid-cols-[2fr_3fr] md:grid md:grid-cols-[minmax(0,1fr)_min(21rem,46%)] md:grid-rows-[auto_1fr] md:items-start md:gap-x-8 lg:grid-cols-[minmax(0,1fr)_min(25rem,46%)]' : ''}`}
    >
      <div className={`relative ${isPage ? 'lying:mt-11' : ''}`}>
        {deal.imageUrl !== null && isVideo(deal.imageUrl) ? (
          <Video src={deal.imageUrl} label={title} failed={t('deal.videoFailed')} className={look} />
        ) : (
          <Picture
            src={deal.imageUrl}
            alt=""
            width={640}
            height={320}
            sizes={
              isPage ? '(min-width: 1280px) 700px, (min-width: 768px) 55vw, 100vw' : '(min-width: 640px) 576px, 100vw'
            }
            first
            missing={t('deal.imageUnavailable')}
            className={`${look} ${tintOf(deal.category)}`}
          />
        )}
        {!expired && <DiscountBadge discount={deal.shownDiscount ?? deal.discount} className="absolute left-4 top-4" />}
        <PictureActions deal={deal} />
      </div>
      <div
        ref={isPage ? keepInViewport : null}
        className={`flex flex-col gap-4 p-4 pb-0 sm:px-6 sm:pt-6 ${isPage ? `lying:gap-2 lying:pt-2 md:sticky md:top-20 md:col-start-2 md:row-start-1 md:rounded-card md:bg-surface md:p-4 md:shadow-card lg:p-5 ${expired ? '' : 'md:row-span-2'}` : ''}`}
      >
        {!isPublic(deal) && !deal.notForSale && (
          <p className="rounded-2xl bg-raised p-4 font-semibold">
            {deal.startsOn
              ? t('deal.startsOn', { date: formatDay(deal.startsOn, t) })
              : t(deal.isHidden ? 'deal.hidden' : 'deal.notForSale')}
          </p>
        )}
        <Heading deal={deal} level={level} />
        <Terms deal={deal} level={Part} isWaiting={insteadOfSalon !== undefined}>
          {actions(isForSale)}
        </Terms>
      </div>
      {expired && beside}
      <div className={`flex flex-col gap-6 p-4 sm:p-6 ${isPage ? 'lying:col-span-2 md:px-0' : ''}`}>
        {about && (
          <section aria-labelledby="about" className="flex flex-col gap-1.5">
            <Part id="about" className="text-lg">
              {t('deal.description')}
            </Part>
            {about}
          </section>
        )}
        {isForSale && <HowItWorks price={deal.price} level={Part} />}
        <SalonBlock deal={deal} level={Part} instead={insteadOfSalon} />
      </div>
      {!expired && beside}
    </article>
  );
}

function Heading({ deal, level: Title }: Pick<Props, 'deal' | 'level'>) {
  const t = useT();
  const category = useCategory(deal.category);
  return (
    <div className="flex flex-col gap-2">
      <p
        className={`inline-flex w-fit items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold ${Title === 'h1' ? 'short:hidden' : ''} ${tintOf(deal.category, category?.color)}`}
      >
        <CategoryIcon slug={deal.category} icon={category?.icon} size={16} />
        <span lang={category ? langOfCategory(category, t) : undefined}>
          {category ? categoryName(category, t) : ' '}
        </span>
      </p>
      <Title lang={langOf(deal.titleEn, t)} className="text-2xl lying:text-xl md:text-[min(1.75rem,3.4vw)]">
        {titleOf(deal, t)}
      </Title>
      <p className="flex flex-wrap items-center gap-1.5 text-muted">
        <span className="flex min-w-0 gap-1.5">
          <Store size={17} className="mt-1 shrink-0" />
          <span className="min-w-0">
            <SalonName name={deal.businessName} slug={deal.salonSlug} /> · {cityName(deal.city, t)}
            {deal.durationMinutes && ` ·\u00a0${formatMinutes(deal.durationMinutes)}`}
          </span>
        </span>
        <Rating deal={deal} />
      </p>
    </div>
  );
}

interface TermsProps {
  deal: Deal;
  isWaiting: boolean;
  level: 'h2' | 'h3';
  children: ReactNode;
}

/** Price, facts, time left and the ways to get it. */
function Terms({ deal, isWaiting, level: Part, children }: TermsProps) {
  const t = useT();
  const expired = useIsOver(deal);
  const saving = savingOf(deal);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <Price deal={deal} large={!expired} />
        {!expired && <LowestPrice deal={deal} />}
        {saving > 0 && !expired && (
          <p className="text-sm font-semibold text-olive">
            <ScreenReaderText>{t('deal.youSave', { amount: formatLek(saving, t.language) })}</ScreenReaderText>
          </p>
        )}
      </div>
      {!expired && <DealFacts deal={deal} isWaiting={isWaiting} />}
      <DealLimits deal={deal} />
      <section
        aria-labelledby={deal.expiresAt === null && !expired ? undefined : 'limited'}
        className="flex items-center gap-3 rounded-2xl bg-raised px-4 py-3"
      >
        <Hourglass size={22} className="shrink-0 text-honey" />
        <div>
          {(deal.expiresAt !== null || expired) && (
            <Part id="limited" className="font-sans text-sm font-semibold tracking-normal">
              {t(expired ? overWord(deal) : 'deal.limited.title')}
            </Part>
          )}
          {!expired && <RunsUntil expiresAt={deal.expiresAt} />}
        </div>
      </section>
      {children}
      {deal.notForSale && deal.salonSlug && <FollowSalonOf slug={deal.salonSlug} />}
    </div>
  );
}

/** The lowest price of the last 30 days, by which the discount is computed; before they are known the salon's word. */
function LowestPrice({ deal: { price, originalPrice, lowestPrice30d } }: { deal: Deal }) {
  const t = useT();
  if (lowestPrice30d)
    return (
      <p className="text-sm text-muted">
        <ScreenReaderText>{t('deal.lowest', { price: formatLek(lowestPrice30d, t.language) })}</ScreenReaderText>
      </p>
    );
  if (originalPrice === null || originalPrice <= price) return null;
  return <p className="text-sm text-muted">{t('deal.originalBySalon')}</p>;
}

/** What is paid when, and the three steps from here to the salon. */
function HowItWorks({ price, level: Title }: { price: number; level: 'h2' | 'h3' }) {
  const t = useT();
  const cards = useCards();
  const steps = cards
    ? [t('deal.how.choose'), t('deal.how.arrange'), t('deal.how.show')]
    : [t('deal.how.order'), t('deal.how.book'), t('deal.how.pay')];
  return (
    <section aria-labelledby="how" className="flex flex-col gap-3 rounded-2xl border border-line p-4">
      <Title id="how" className="text-lg">
        {t('deal.how.title')}
      </Title>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
        {!cards && <Sum name={t('deal.how.now')} amount={0} />}
        <Sum name={t('deal.how.later')} amount={price} />
        {cards && <Sum name={t('deal.how.byCard')} amount={price} />}
      </dl>
      <ol className="flex flex-col gap-2 border-t border-line pt-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-sm">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full bg-raised text-xs font-semibold text-brand"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      {cards && <p className="border-t border-line pt-3 text-sm text-muted">{t('deal.policy')}</p>}
    </section>
  );
}

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>
        <Lek amount={amount} className="font-semibold" />
      </dd>
    </div>
  );
}

export function DealNotFound({ level = 'h1' }: { level?: 'h1' | 'h2' }) {
  const t = useT();
  return (
    <EmptyState level={level} art="not-found" title={t('deal.notFound.title')} text={t('deal.notFound.text')}>
      <ButtonLink to="/">{t('deal.backHome')}</ButtonLink>
    </EmptyState>
  );
}
