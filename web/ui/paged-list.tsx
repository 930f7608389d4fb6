import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { reasonOf } from '#web/kit/reason.ts';
import { LoadingText } from './loading-text.tsx';
import { More } from './more.tsx';
import { Problem } from './problem.tsx';

interface Props<Item> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** What stands there until the first page has come; the word for loading unless said. */
  waiting?: ReactNode;
  /** Said when the first page did not come; the reason unless said. */
  failed?: string;
  /** What stands there when there is nothing. */
  empty: ReactNode;
  /** What the button for the next page says. */
  more: string;
  /** An entry, an `article` with its key. */
  children: (item: Item) => ReactNode;
}

/** A list that comes in pages: the wait, the failure, that there is nothing, or its entries and the way to more. */
export function PagedList<Item>({ list, waiting = <LoadingText />, failed, empty, more, children }: Props<Item>) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = list;
  if (!data) return error ? <Problem text={failed ?? reasonOf(error, t)} retry={() => void refetch()} /> : waiting;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <div ref={box} className="flex flex-col gap-4">
      {items.map(children)}
      <More list={list} box={box} text={more} />
    </div>
  );
}
