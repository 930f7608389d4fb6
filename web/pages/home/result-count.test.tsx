import { act, } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CityChoice } from '#core/domain/cities.ts';
import { said, show } from '#test/dom.tsx';
import { fakeServer } from '#test/fake-server.ts';
import { ResultCount } from '#web/features/browse/home-list.tsx';

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
