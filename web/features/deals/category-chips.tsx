import { useCallback, useRef } from 'react';
import type { Category } from '#core/contract/categories.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Link } from '#web/kit/link.tsx';
import { Check, LayoutGrid } from '#web/ui/icons.tsx';
import { CategoryIcon } from './category-icon.tsx';
import { categoryName, langOfCategory } from './deal-words.ts';
import { tintOf } from './tints.ts';

interface Props {
  categories: Category[];
  selected: string;
  hrefOf: (slug: string) => string;
}

/** A synthetic 'All' first, then the server's categories; links, so that they work without JavaScript. */
export function CategoryChips({ categories, selected, hrefOf }: Props) {
  const t = useT();
  const intoView = useChosenInView();
  const chips = [
    { slug: 'all', name: t('category.all'), lang: undefined },
    ...categories.map((category) => ({
      slug: category.slug,
      name: categoryName(category, t),
      lang: langOfCategory(category, t),
    })),
  ];
  return (
    <nav
      aria-label={t('categories.title')}
      className="no-scrollbar -mx-4 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6 lg:mr-0"
    >
      <ul className="flex w-max gap-2">
        {chips.map(({ slug, name, lang }) => {
          const active = slug === selected;
          return (
            <li key={slug}>
              <Link
                to={hrefOf(slug)}
                lang={lang}
                ref={active ? intoView : null}
                aria-current={active ? 'true' : undefined}
                className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold eased ${active ? 'border-ink bg-ink text-ground' : `border-transparent ${slug === 'all' ? 'bg-raised text-ink' : tintOf(slug)}`}`}
              >
                {active ? (
                  <Check size={17} />
                ) : slug === 'all' ? (
                  <LayoutGrid size={17} />
                ) : (
                  <CategoryIcon slug={slug} size={17} />
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

/** How much of the chip beside it is seen, px. */
const BESIDE = 40;

/** For the selected one: on the first look it stands in the middle of the row; afterwards the row moves no further than to show it. */
function useChosenInView() {
  const isShown = useRef(false);
  return useCallback((chip: HTMLElement | null) => {
    const row = chip?.closest('nav');
    if (!chip || !row) return;
    const [place, room] = [chip.getBoundingClientRect(), row.getBoundingClientRect()];
    const hidden = Math.max(0, place.right - room.right + BESIDE) || Math.min(0, place.left - room.left - BESIDE);
    const toMiddle = place.left - room.left - (room.width - place.width) / 2;
    const left = isShown.current ? (isWhole(place, room) ? 0 : hidden) : toMiddle;
    const isGentle = isShown.current && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (left !== 0) row.scrollBy({ left, behavior: isGentle ? 'smooth' : 'instant' });
    isShown.current = true;
  }, []);
}

const isWhole = (place: DOMRect, room: DOMRect) => place.left >= room.left && place.right <= room.right;
