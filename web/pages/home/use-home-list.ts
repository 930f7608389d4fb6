import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { dealListQuery, type Filter, listBefore } from '#web/features/deals/use-deals.ts';
import { api } from '#web/kit/api.ts';
import { useKeptPages } from './use-kept-pages.ts';

/** The list of home in `box`, with as many pages as it had when it was left. */
export function useHomeList(filter: Filter, box: RefObject<HTMLElement | null>) {
  const list = useInfiniteQuery({ ...dealListQuery(api, filter), placeholderData: listBefore(filter) });
  const pages = (list.data?.pages ?? []).map(({ items }) => items.filter((deal) => !deal.isHidden));
  const isOfBefore = list.isPlaceholderData;
  // What is searched for is the same list, made smaller by each key.
  const { search: _, ...kind } = filter;
  const asked = Object.values(kind).join();
  const [shown, setShown] = useState(asked);
  if (!isOfBefore && shown !== asked) setShown(asked);
  const missing = useKeptPages(
    {
      pages: isOfBefore ? 0 : pages.length,
      canGoOn: !list.isFetching,
      isOver: list.isSuccess && !list.hasNextPage,
      hasFailed: list.isError,
      goOn: list.fetchNextPage,
    },
    box,
  );
  return {
    list,
    pages,
    /** Whose cards they are: those of another list do not move to where they stand in it. */
    shown,
    /** Pages that are still to come where the list was left longer. */
    missing: list.isPending ? 0 : missing,
    /** What is shown is what was asked for. */
    isThere: list.isSuccess && !isOfBefore,
    isAtEnd: !isOfBefore && !list.hasNextPage && pages.length > 1,
  };
}
