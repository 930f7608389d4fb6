import { act } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { historyEntryKey, savedList, saveList } from '#web/kit/scroll.tsx';
import { useKeptPages } from './use-kept-pages.ts';

const HOME = historyEntryKey({ pathname: '/', search: '', key: 'default' });

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
  saveList(HOME, { pages: 3, height: 9000 });
  show(<List pages={1} />);
  expect([shown()?.textContent, shown()?.style.minHeight]).toEqual(['2', '9000px']);
  expect(scrollTo).toHaveBeenCalledOnce();
});

test('a page that cannot be fetched now is looked for again at the next visit', () => {
  saveList(HOME, { pages: 3, height: 9000 });
  const { rerender } = show(<List pages={1} />);
  act(() => rerender(<List pages={1} hasFailed />));
  expect([shown()?.textContent, shown()?.style.minHeight]).toEqual(['0', '']);
  expect(savedList(HOME)?.list.pages).toBe(3);
});

test('a list that ends earlier by now is kept as it is', () => {
  saveList(HOME, { pages: 3, height: 9000 });
  show(<List pages={1} isOver />);
  expect(savedList(HOME)?.list.pages).toBe(1);
});

test('a list longer than is fetched by itself begins anew, and nothing moves under who reads it', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo');
  saveList(HOME, { pages: 11, height: 45_000 });
  show(<List pages={1} />);
  expect([shown()?.textContent, shown()?.style.minHeight]).toEqual(['0', '']);
  expect(scrollTo).not.toHaveBeenCalled();
});
