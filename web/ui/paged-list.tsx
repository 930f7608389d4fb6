/** A paged list: loading, failure, empty, or its entries with a button for more. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { reasonOf } from '#web/kit/toasts.ts';
import { Button } from './button.tsx';
import { LoadingText } from './loading.tsx';
import { Problem } from './problem.tsx';

interface PagedListProps<Item> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  /** Shown until the first page has come; a loading text by default. */
  waiting?: ReactNode;
  /** Shown when the first page could not be fetched; the reason by default. */
  failed?: string;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** Label of the button for the next page. */
  more: string;
  /** Class of the element around the entries, where they are not in one column. */
  grid?: string;
  /** Renders an entry as an `article` with a key. */
  children: (item: Item) => ReactNode;
}

export function PagedList<Item>({
  list,
  waiting = <LoadingText />,
  failed,
  empty,
  more,
  grid,
  children,
}: PagedListProps<Item>) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = list;
  if (!data) return error ? <Problem text={failed ?? reasonOf(error, t)} retry={() => void refetch()} /> : waiting;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <div ref={box} className="flex flex-col gap-4">
      {grid ? <div className={grid}>{items.map(children)}</div> : items.map(children)}
      <More list={list} box={box} text={more} />
    </div>
  );
}

interface MoreProps {
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  /** The element that holds the entries, each an `article`. */
  box: RefObject<HTMLElement | null>;
  /** Label of the button. */
  text: string;
}

/** The button for the next page, or why that could not be fetched. */
export function More({ list, box, text }: MoreProps) {
  const t = useT();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  const { button, awaitMore } = useFocusOnMore(list.data, box);
  const failure = hasNextPage && isFetchNextPageError ? error : null;
  useAnnounce(failure && !isFetchingNextPage && reasonOf(failure, t));
  if (!hasNextPage) return null;
  return (
    <div className="mx-auto mt-2 flex w-full max-w-sm flex-col gap-2 text-center">
      {failure && <p className="text-sm font-semibold text-alert">{reasonOf(failure, t)}</p>}
      <Button
        ref={button}
        variant="secondary"
        size="large"
        isPending={isFetchingNextPage}
        onClick={() => {
          awaitMore();
          void fetchNextPage();
        }}
      >
        {isFetchingNextPage ? t('common.loading') : failure ? t('common.tryAgain') : text}
      </Button>
    </div>
  );
}

/** Moves focus from the button to the first new entry, unless focus has moved meanwhile. */
function useFocusOnMore(data: unknown, box: MoreProps['box']) {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef<Element>(null);
  const entries = () => [...(box.current?.querySelectorAll('article') ?? [])];

  const moveFocus = () => {
    if (!last.current) return;
    const all = entries();
    const [next] = all.slice(all.indexOf(last.current as HTMLElement) + 1);
    if (!next) return;
    last.current = null;
    // After the last page the button is unmounted, and focus is on the body.
    const isHere = [button.current, document.body].includes(document.activeElement as HTMLElement);
    const target = next.hasAttribute('tabindex') ? next : (next.querySelector('a') ?? next.querySelector('button'));
    if (isHere) target?.focus({ preventScroll: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a page has come
  useLayoutEffect(moveFocus, [data]);

  const awaitMore = () => {
    last.current = entries().at(-1) ?? null;
  };
  return { button, awaitMore };
}
