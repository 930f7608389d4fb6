import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CityChoice } from '#core/domain/cities.ts';
import { said, show } from '#test/dom.tsx';
import { fakeServer } from '#test/fake-server.ts';
import { HomeEmpty, ResultCount } from '#web/features/browse/home-list.tsx';
import { focusOn } from '#web/kit/focus.ts';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const counted = (category: string, city: CityChoice, count: number, partly = 0) => (
  <ResultCount
    filter={{ ...{ category, city, search: '' }, ...{ sort: '', minPrice: '', maxPrice: '' } }}
    count={count}
    hasMore={false}
    partly={partly}
  />
);

beforeEach(() => {
  vi.useFakeTimers();
  fakeServer({ 'GET /api/categories': () => [] });
});

test.each([
  { of: 'nothing', next: counted('lips', 'tirana', 0), heard: 'Nuk u gjet asnjë ofertë në Tiranë' },
  { of: 'nothing anywhere', next: counted('lips', 'all', 0), heard: 'Nuk u gjet asnjë ofertë në të gjithë Shqipërinë' },
  {
    of: 'nothing but parts',
    next: counted('lips', 'tirana', 0, 12),
    heard: 'Nuk u gjet asnjë ofertë në Tiranë. Përputhje të pjesshme: 12 oferta',
  },
  { of: 'some', next: counted('lips', 'durres', 2), heard: '2 oferta në Durrës' },
])('a list of $of is heard with its place', async ({ next, heard }) => {
  const { rerender } = show(counted('eyebrows', 'tirana', 0));
  await pass(2000);
  expect(said()).toEqual([]);
  rerender(next);
  await pass(1000);
  expect(said()).toEqual([heard]);
});

test('what the heading with focus says is not said besides', async () => {
  const empty = (all: boolean) => (
    <>
      <HomeEmpty
        {...{ search: '', failed: false, unbound: null, everywhere: null }}
        clear={() => {}}
        retry={() => {}}
      />
      {counted('lips', all ? 'all' : 'tirana', 0, all ? 2 : 0)}
    </>
  );
  const { rerender } = show(empty(false));
  await pass(2000);
  act(() => focusOn(screen.getByRole('heading')));
  rerender(empty(true));
  await pass(1000);
  expect(said()).toEqual(['Përputhje të pjesshme: 2 oferta']);
});
