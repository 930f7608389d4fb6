/** The frame of a list of the admin panel: search, filter, rows, pages. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { addressWith, useAddress } from '#web/kit/router/address.ts';
import { reasonOf } from '#web/kit/toasts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChevronDown } from '#web/ui/icons.ts';
import { Skeletons } from '#web/ui/loading.tsx';
import { EmptyState, Problem } from '#web/ui/problem.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { onPage, useListState } from './use-list.ts';

/** The search of the list of this tab. */
export function ListSearch({ label }: { label: string }) {
  const { q, change } = useListState();
  const onSearch = (text: string) => change({ q: text || null }, { replace: true });
  return (
    <div className="min-w-0 flex-[1_1_16rem]">
      <SearchBox id="admin-search" label={label} placeholder={label} value={q ?? ''} onSearch={onSearch} />
    </div>
  );
}

/** A choice of what the list shows; the first one is the default. */
export function ListFilter({ options }: { options: readonly Option[] }) {
  const t = useT();
  const { filter, change } = useListState();
  const [usual] = options;
  return (
    <FilterSelect
      label={t('admin.filter')}
      value={filter ?? usual?.value ?? ''}
      onChoose={(value) => change({ filter: value === usual?.value ? null : value })}
      options={options}
    />
  );
}

interface Option {
  value: string;
  text: string;
}

interface FilterSelectProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  options: readonly Option[];
}

export function FilterSelect({ label, value, onChoose, options }: FilterSelectProps) {
  return (
    <label className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm font-semibold">
      {label}
      <span className="relative max-w-full">
        <select
          value={value}
          onChange={({ target }) => onChoose(target.value)}
          className="h-13 max-w-full appearance-none rounded-full border border-edge bg-surface pr-[38px] pl-[16px] text-base font-normal"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <ChevronDown size={18} className="pointer-events-none absolute inset-y-0 right-[14px] my-auto text-muted" />
      </span>
    </label>
  );
}

interface ListViewProps<Item> {
  list: UseQueryResult<{ items: Item[]; next: string | null }>;
  /** Title of the empty list. */
  empty: string;
  /** A drawing for it. */
  emptyArt?: string;
  /** Title when the search finds nothing. */
  notFound?: (search: string) => string;
  children: (items: Item[]) => ReactNode;
}

export function ListView<Item>({
  list: { data, error, refetch, isPlaceholderData },
  empty,
  emptyArt = 'no-results',
  notFound,
  children,
}: ListViewProps<Item>) {
  const t = useT();
  const address = useAddress();
  const { q, page } = useListState();
  const nothing = q ? (notFound?.(q) ?? t('admin.empty.search', { search: q })) : empty;
  useAnnounce(
    data && !isPlaceholderData && q && (data.items.length ? t.count('admin.found', data.items.length) : nothing),
  );
  if (!data) {
    if (error) return <Problem text={reasonOf(error, t)} retry={() => void refetch()} />;
    return <Skeletons count={3} className="h-36" />;
  }
  return (
    <>
      <div className={`flex flex-col gap-3 ${isPlaceholderData ? 'opacity-60' : ''}`}>
        {data.items.length > 0 ? (
          children(data.items)
        ) : (
          <EmptyState art={q ? 'no-results' : emptyArt} title={nothing} />
        )}
      </div>
      {(page || data.next) && (
        <p className="flex flex-wrap justify-center gap-3">
          {page && (
            <ButtonLink variant="secondary" to={addressWith(address, onPage(null))}>
              {t('admin.firstPage')}
            </ButtonLink>
          )}
          {data.next && (
            <ButtonLink variant="secondary" to={addressWith(address, onPage(data.next))}>
              {t('admin.nextPage')}
            </ButtonLink>
          )}
        </p>
      )}
    </>
  );
}
