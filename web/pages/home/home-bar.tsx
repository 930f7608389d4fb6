import type { Category } from '#core/contract/categories.ts';
import { CategoryChips } from '#web/features/deals/category-chips.tsx';
import { SearchBox } from '#web/features/deals/search-box.tsx';
import { FindButton } from './find-button.tsx';

interface Props {
  search: string;
  onSearch: (text: string) => void;
  categories: Category[];
  selected: string;
  hrefOf: (slug: string) => string;
}

/** Search, sort and categories, in reach while a list is scrolled. */
export function HomeBar({ search, onSearch, ...chips }: Props) {
  return (
    <div className="sticky top-0 z-20 -mx-4 -my-2 flex flex-wrap items-center gap-x-2 gap-y-3 bg-ground px-4 py-2 sm:-mx-6 sm:px-6 md:top-[66px] [@media(max-height:31rem)]:static">
      <div className="flex-1 lg:hidden">
        <SearchBox value={search} onSearch={onSearch} />
      </div>
      <FindButton />
      <div className="w-full min-w-0 lg:order-first lg:w-auto lg:flex-1">
        <CategoryChips {...chips} />
      </div>
    </div>
  );
}
