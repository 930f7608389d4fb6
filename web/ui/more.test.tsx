import { useInfiniteQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { said, show, t } from '#test/dom.tsx';
import { More } from './paged-list.tsx';

const LOAD = 'more of them';
let answers: ((page: number) => Promise<string[]>) | null;

beforeEach(() => {
  vi.useFakeTimers();
  answers = async (page) => [`${page}a`, `${page}b`];
});

/** Two pages of two entries; a page comes after a second. */
function List() {
  const box = useRef<HTMLDivElement>(null);
  const list = useInfiniteQuery({
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => {
      if (pageParam > 1) await new Promise((resolve) => setTimeout(resolve, 1000));
      return answers?.(pageParam);
    },
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length + 1 : null),
    retry: false,
  });
  return (
    <div ref={box}>
      {list.data?.pages.flat().map((name) => (
        <article key={name}>
          <a href={`/${name}`}>{name}</a>
        </article>
      ))}
      <a href="/elsewhere">elsewhere</a>
      <More list={list} box={box} text={LOAD} />
    </div>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const button = () => screen.getByRole('button');
const focused = () => document.activeElement?.textContent;

async function open(): Promise<void> {
  show(<List />);
  await pass(10);
}

async function press(): Promise<void> {
  button().focus();
  fireEvent.click(button());
  await pass(10);
}

test('focus stays on the button while more are on their way and goes on to the first of them', async () => {
  await open();
  await press();
  expect([focused(), button().getAttribute('aria-disabled')]).toEqual([t('common.loading'), 'true']);
  await pass(1000);
  expect(focused()).toBe('2a');
  await press();
  await pass(1000);
  expect(focused()).toBe('3a');
  expect(screen.queryByRole('button')).toBeNull();
});

test('pressing again while more are on their way asks for nothing more', async () => {
  await open();
  const asked = vi.fn(answers as NonNullable<typeof answers>);
  answers = asked;
  await press();
  await press();
  await pass(5000);
  expect(asked.mock.calls).toEqual([[2]]);
});

test('whoever has gone elsewhere meanwhile stays there', async () => {
  await open();
  await press();
  screen.getByText('elsewhere').focus();
  await pass(1000);
  expect(screen.getByText('2a')).toBeTruthy();
  expect(focused()).toBe('elsewhere');
});

test.each([
  [
    'what the server said',
    new ApiError(503, '{"message":"Shërbimi është i mbingarkuar."}', ''),
    'Shërbimi është i mbingarkuar.',
  ],
  ['that the server is in trouble', new ApiError(502, '<h1>Bad Gateway</h1>', ''), t('error.serverBusy')],
  ['that it was not reached', new TypeError('Failed to fetch'), t('error.network')],
])('when more cannot be fetched it says %s, and goes on', async (_name, error, words) => {
  await open();
  const before = answers;
  answers = () => Promise.reject(error);
  await press();
  await pass(1000);
  await pass(200);
  expect([screen.queryAllByText(words).length, said(), focused()]).toEqual([
    2,
    [t('common.loading'), words],
    t('common.tryAgain'),
  ]);
  answers = before;
  await press();
  await pass(1000);
  await pass(6000);
  expect([screen.queryByText(words), focused()]).toEqual([null, '2a']);
});
