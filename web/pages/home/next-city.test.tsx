import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { NextCity } from '#web/features/browse/home-list.tsx';

const filter = { category: 'hair', search: '', city: 'tirana', sort: 'price', minPrice: '', maxPrice: '' } as const;

/** Calls what it answers when somebody comes near. */
function watchTheEnd() {
  let come = () => {};
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        come = () => tell([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => act(() => come());
}

test('behind the end of a city stands the next one, once somebody comes near it', async () => {
  const come = watchTheEnd();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    // Whether there is a connection may be asked too, at any time.
    if (url !== '/healthz') asked.push(url);
    return Response.json({ city: 'kruje', count: 4 });
  });
  show(<NextCity filter={filter} />, { at: '/?category=hair&sort=price' });
  expect(asked).toEqual([]);
  come();
  const link = await screen.findByRole('link', { name: 'Shiko 4 oferta në Krujë' });
  expect(link.getAttribute('href')).toBe('/?category=hair&city=kruje&sort=price');
  expect(asked).toEqual(['/api/deals/next-city?city=tirana&category=hair']);
});

test('where nobody tells which city is next, all of Albania is', async () => {
  const come = watchTheEnd();
  vi.stubGlobal('fetch', async () => Response.json({ message: 'no', code: 'not.found' }, { status: 404 }));
  show(<NextCity filter={filter} />, { at: '/?category=hair&sort=price' });
  come();
  const link = await screen.findByRole('link', { name: t('city.dealsInAll') });
  expect(link.getAttribute('href')).toBe('/?category=hair&city=all&sort=price');
});

test('whoever set bounds of price is offered no deals that may lie beyond them', async () => {
  const come = watchTheEnd();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/healthz') asked.push(url);
    return Response.json({ city: 'kruje', count: 4 });
  });
  const bounds = { minPrice: '9000000', maxPrice: '' };
  show(<NextCity filter={{ ...filter, ...bounds }} />, { at: '/?category=hair&minPrice=9000000' });
  come();
  await act(async () => {});
  expect([asked, screen.queryByRole('link')]).toEqual([[], null]);
});
