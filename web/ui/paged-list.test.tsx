import { useInfiniteQuery } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { said, show, t } from '#test/dom.tsx';
import { More, PagedList } from './paged-list.tsx';

function List({ answer, failed }: { answer: () => string[]; failed?: string }) {
  const list = useInfiniteQuery({
    queryKey: ['list'],
    queryFn: async () => ({ items: answer() }),
    initialPageParam: '',
    getNextPageParam: () => null,
    retry: false,
  });
  return (
    <PagedList list={list} {...(failed && { failed })} empty={<p>nothing</p>} more="more">
      {(name) => <article key={name}>{name}</article>}
    </PagedList>
  );
}

test('paged list, loading, shows a loading text and then its entries', async () => {
  show(<List answer={() => ['a', 'b']} />);
  expect(screen.getByText(t('common.loading'))).toBeTruthy();
  expect((await screen.findAllByRole('article')).map(({ textContent }) => textContent)).toEqual(['a', 'b']);
});

test('paged list, empty, says so', async () => {
  show(<List answer={() => []} />);
  expect(await screen.findByText('nothing')).toBeTruthy();
});

test.each([
  [undefined, 'no more today'],
  ['it failed', 'it failed'],
])('paged list, first page failed, shows the reason and retries: %s', async (failed, said) => {
  const answers = [
    () => {
      throw new ApiError(503, JSON.stringify({ code: 'x', message: 'no more today' }), '');
    },
    () => ['a'],
  ];
  show(<List answer={() => answers.shift()?.() ?? []} {...(failed && { failed })} />);
  expect(await screen.findByText(said)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
  expect(await screen.findByText('a')).toBeTruthy();
});

const LOAD = 'more of them';
let answers: ((page: number) => Promise<string[]>) | null;

const reset = () => {
  vi.useFakeTimers();
  answers = async (page) => [`${page}a`, `${page}b`];
};

/** Pages of two entries; each further page takes a second. */
function PagesOfTwo() {
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
  reset();
  show(<PagesOfTwo />);
  await pass(10);
}

async function press(): Promise<void> {
  button().focus();
  fireEvent.click(button());
  await pass(10);
}

test('more button, pressed twice while loading, fetches once and moves focus to the first new entry', async () => {
  await open();
  await press();
  expect([focused(), button().getAttribute('aria-disabled')]).toEqual([t('common.loading'), 'true']);
  await press();
  await pass(1000);
  expect(focused()).toBe('2a');
  await press();
  await pass(1000);
  expect(focused()).toBe('3a');
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  [
    "the server's reason",
    new ApiError(503, '{"message":"Shërbimi është i mbingarkuar."}', ''),
    'Shërbimi është i mbingarkuar.',
  ],
  ['that the server is overloaded', new ApiError(502, '<h1>Bad Gateway</h1>', ''), t('error.serverBusy')],
  ['that the server was not reached', new TypeError('Failed to fetch'), t('error.network')],
])('more button, page failed, shows %s and retries', async (_name, error, words) => {
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
