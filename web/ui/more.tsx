/** What follows the last entry of a list that comes in pages: the way to the next one, or why it did not come. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { reasonOf } from '#web/kit/reason.ts';
import { useSaid } from '#web/kit/voice.tsx';
import { Button } from './button.tsx';

interface Props {
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
  /** Where its entries stand, each an `article`. */
  box: RefObject<HTMLElement | null>;
  /** What the button says. */
  text: string;
}

export function More({ list, box, text }: Props) {
  const t = useT();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  const { button, awaitMore } = useFocusOnMore(list.data, box);
  const failure = hasNextPage && isFetchNextPageError ? error : null;
  useSaid(failure && !isFetchingNextPage && reasonOf(failure, t));
  if (!hasNextPage) return null;
  return (
    <div className="mx-auto mt-2 flex w-full max-w-sm flex-col gap-2 text-center">
      {failure && <p className="text-sm font-semibold text-alert">{reasonOf(failure, t)}</p>}
      <Button
        ref={button}
        look="quiet"
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

/** Focus goes from the button to the first entry that is new, unless whoever pressed it has gone elsewhere by then. */
function useFocusOnMore(data: unknown, box: Props['box']) {
  const button = useRef<HTMLButtonElement>(null);
  const last = useRef<Element>(null);
  const entries = () => [...(box.current?.querySelectorAll('article') ?? [])];

  const goOn = () => {
    if (!last.current) return;
    const all = entries();
    const [next] = all.slice(all.indexOf(last.current as HTMLElement) + 1);
    if (!next) return;
    last.current = null;
    // The button is gone after the last page, and focus with it.
    const isHere = [button.current, document.body].includes(document.activeElement as HTMLElement);
    const target = next.hasAttribute('tabindex') ? next : next.querySelector('a');
    if (isHere) target?.focus({ preventScroll: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a page has come
  useLayoutEffect(goOn, [data]);

  const awaitMore = () => {
    last.current = entries().at(-1) ?? null;
  };
  return { button, awaitMore };
}
