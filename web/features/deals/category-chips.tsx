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
  const toMiddle = useMiddleOfRow();
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
                ref={active ? toMiddle : null}
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

/** For the selected one: moves the row until it stands in its middle, at once on the first look, gently afterwards. */
function useMiddleOfRow() {
  const isShown = useRef(false);
  return useCallback((chip: HTMLElement | null) => {
    const row = chip?.closest('nav');
    if (!chip || !row) return;
    const [place, room] = [chip.getBoundingClientRect(), row.getBoundingClientRect()];
    const left = place.left - room.left - (room.width - place.width) / 2;
    const isGentle = isShown.current && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    row.scrollBy({ left, behavior: isGentle ? 'smooth' : 'instant' });
    isShown.current = true;
  }, []);
}
