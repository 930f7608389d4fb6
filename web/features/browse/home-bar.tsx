import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Category } from '#core/contract/categories.ts';
import { toSpoken } from '#core/i18n/spoken.ts';
import { CategoryIcon, tintOf } from '#web/features/deals/category-icon.tsx';
import { categoryName, langOfCategory } from '#web/features/deals/deal-words.tsx';
import type { Filter } from '#web/features/deals/use-deals.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ErrorBoundary, lazyWithRetry, prefetchWhenIdle, reloadPage } from '#web/kit/lazy.tsx';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { Link } from '#web/kit/router/link.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { toast } from '#web/kit/toasts.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Check, LayoutGrid, SlidersHorizontal, X } from '#web/ui/icons.ts';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { chosenOf, sortName } from './filter.ts';
import { leaveNear, NearButton, useNearness } from './near.tsx';

interface Props {
  search: string;
  onSearch: (text: string) => void;
  categories: Category[];
  selected: string;
  hrefOf: (slug: string) => string;
}

/** Search, sort and categories: sticky while the list scrolls. */
export function HomeBar({ search, onSearch, ...chips }: Props) {
  const t = useT();
  return (
    <div className="sticky top-0 z-20 -mx-4 -my-2 flex flex-wrap items-center gap-x-2 gap-y-3 bg-ground low:gap-y-1 px-4 py-2 sm:-mx-6 sm:px-6 md:top-[66px] [@media(max-height:31rem)]:static">
      <div className="flex-1 lg:hidden">
        <SearchBox
          label={t('home.search.label')}
          placeholder={t('home.search.placeholder')}
          value={search}
          onSearch={onSearch}
        />
      </div>
      <FindButton />
      <div className="w-full min-w-0 lg:order-first lg:w-auto lg:flex-1">
        <CategoryChips {...chips} />
      </div>
    </div>
  );
}

interface CategoryChipsProps {
  categories: Category[];
  selected: string;
  hrefOf: (slug: string) => string;
}

/** 'All' first, then the server's categories; links, so that they work without JavaScript. */
function CategoryChips({ categories, selected, hrefOf }: CategoryChipsProps) {
  const t = useT();
  const intoView = useChosenInView();
  const chips = [
    { slug: 'all', name: t('category.all'), lang: undefined, icon: null, color: null },
    ...categories.map((category) => ({
      slug: category.slug,
      icon: category.icon,
      color: category.color,
      name: categoryName(category, t),
      lang: langOfCategory(category, t),
    })),
  ];
  return (
    <nav
      aria-label={t('categories.title')}
      className="no-scrollbar -mx-4 overflow-x-auto px-4 py-1 low:-my-1 sm:-mx-6 sm:px-6 lg:mr-0"
    >
      <ul className="flex w-max gap-2">
        {chips.map(({ slug, name, lang, icon, color }) => {
          const active = slug === selected;
          return (
            <li key={slug}>
              <Link
                to={hrefOf(slug)}
                lang={lang}
                ref={active ? intoView : null}
                aria-current={active ? 'true' : undefined}
                className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold eased ${active ? 'border-ink bg-ink text-ground' : `border-transparent ${slug === 'all' ? 'bg-raised text-ink' : tintOf(slug, color)}`}`}
              >
                {active ? (
                  <Check size={17} />
                ) : slug === 'all' ? (
                  <LayoutGrid size={17} />
                ) : (
                  <CategoryIcon slug={slug} icon={icon} size={17} />
                )}
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** How much of the next chip stays visible, px. */
const BESIDE = 40;

/** Centers the selected chip at first; later scrolls no further than to show it. */
function useChosenInView() {
  const isShown = useRef(false);
  return useCallback((chip: HTMLElement | null) => {
    const row = chip?.closest('nav');
    if (!chip || !row) return;
    const [place, room] = [chip.getBoundingClientRect(), row.getBoundingClientRect()];
    const hidden = Math.max(0, place.right - room.right + BESIDE) || Math.min(0, place.left - room.left - BESIDE);
    const toMiddle = place.left - room.left - (room.width - place.width) / 2;
    // Whoever scrolled the row before hydration is about to tap what is there.
    const first = row.scrollLeft === 0 ? toMiddle : 0;
    const left = isShown.current ? (isWhole(place, room) ? 0 : hidden) : first;
    const isGentle = isShown.current && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (left !== 0) row.scrollBy({ left, behavior: isGentle ? 'smooth' : 'instant' });
    isShown.current = true;
  }, []);
}

const isWhole = (place: DOMRect, room: DOMRect) => place.left >= room.left && place.right <= room.right;

const FindSheet = lazyWithRetry(
  async () => (await import('./find-sheet.tsx')).FindSheet,
  ['find', 'later'],
  reloadPage,
);

export function FindButton() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useEffect(() => prefetchWhenIdle([FindSheet.load]), []);
  return (
    <>
      <button
        type="button"
        aria-label={t('find.open')}
        data-tooltip={t('find.open')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="grid size-[52px] shrink-0 place-items-center rounded-full border border-line bg-surface shadow-card"
      >
        <SlidersHorizontal size={20} />
      </button>
      {isOpen && (
        <ErrorBoundary fallback={() => <NoSheet leave={close} />}>
          <Suspense fallback={<OnItsWay leave={close} />}>
            <FindSheet onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

interface Leaving {
  leave: () => void;
}

/** If the sheet cannot be fetched, the list stays and the button tries again. */
function NoSheet({ leave }: Leaving) {
  const t = useT();
  useEffect(() => {
    toast({ tone: 'failed', title: t('common.error'), text: t('error.network') });
    leave();
  });
  return null;
}

function OnItsWay({ leave }: Leaving) {
  return useOffline() && <NoSheet leave={leave} />;
}

const SortLinks = lazyWithRetry(async () => (await import('./sort-links.tsx')).SortLinks);

/** What is near, first; on wide screens also the sorts, which a phone has in the sheet. Too heavy for the server's HTML. */
export function FindBar({ filter }: { filter: Filter }) {
  const isWide = useHydrated() && matchMedia('(width >= 73.75rem)').matches;
  return (
    <div className="flex items-center gap-2 wide:w-full">
      <NearButton />
      {isWide && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <SortLinks sort={filter.sort} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}

/** The active sort and price bounds; each can be removed. */
export function Chosen({ filter }: { filter: Filter }) {
  const t = useT();
  const address = useAddress();
  const chosen = chosenOf(filter, t);
  const isAsking = useNearness().state === 'asking';
  const near = isAsking ? t('find.near.asking') : filter.near && sortName('near', t);
  if (chosen.length === 0 && !near) return null;
  return (
    <ul
      aria-label={t('find.chosen')}
      className="no-scrollbar relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6"
    >
      {near && (
        <li className="shrink-0">
          <Button variant="secondary" onClick={leaveNear} aria-label={t('find.remove', { what: near })}>
            {near}
            <X size={17} />
          </Button>
        </li>
      )}
      {chosen.map(({ what, says }) => (
        <li key={what} className="shrink-0">
          <ButtonLink
            variant="secondary"
            to={addressWith(address, Object.fromEntries(says.map((name) => [name, null])))}
            aria-label={toSpoken(t('find.remove', { what }), t.language)}
          >
            <ScreenReaderText>{what}</ScreenReaderText>
            <X size={17} />
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
