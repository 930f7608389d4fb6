import { useInfiniteQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { show, t } from '#test/dom.tsx';
import { PagedList } from './paged-list.tsx';

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

test('waits, and shows what has come', async () => {
  show(<List answer={() => ['a', 'b']} />);
  expect(screen.getByText(t('common.loading'))).toBeTruthy();
  expect((await screen.findAllByRole('article')).map(({ textContent }) => textContent)).toEqual(['a', 'b']);
});

test('says that there is nothing', async () => {
  show(<List answer={() => []} />);
  expect(await screen.findByText('nothing')).toBeTruthy();
});

test.each([
  [undefined, 'no more today'],
  ['it failed', 'it failed'],
])('says why nothing came, and asks again: %s', async (failed, said) => {
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
