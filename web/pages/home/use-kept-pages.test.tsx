import { act } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { useKeptPages } from '#web/features/browse/home-list.tsx';
import { entryOf, keepList, leftList } from '#web/kit/history-entries.ts';

const HOME = entryOf({ pathname: '/', search: '', key: 'default' });

interface Given {
  pages: number;
  isOver?: boolean;
  hasFailed?: boolean;
}

function List({ pages, isOver = false, hasFailed = false }: Given) {
  const box = useRef<HTMLDivElement>(null);
  const missing = useKeptPages({ pages, canGoOn: false, isOver, hasFailed, goOn: () => {} }, box);
  return (
    <div ref={box} data-testid="list">
      {missing}
    </div>
  );
}

const shown = () => document.querySelector<HTMLElement>('[data-testid=list]');

test('the place of a list is kept free until it is as long as it was', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  keepList(HOME, { pages: 3, height: 9000 });
  show(<List pages={1} />);
  expect([shown()?.textContent, shown()?.style.minHeight]).toEqual(['2', '9000px']);
  expect(scrollTo).toHaveBeenCalledOnce();
});

test('a page that cannot be fetched now is looked for again at the next visit', () => {
  keepList(HOME, { pages: 3, height: 9000 });
  const { rerender } = show(<List pages={1} />);
  act(() => rerender(<List pages={1} hasFailed />));
  expect([shown()?.textContent, shown()?.style.minHeight]).toEqual(['0', '']);
  expect(leftList(HOME)?.list.pages).toBe(3);
});
