import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { pageAt, routes } from '#web/routes.ts';
import { addressWith, useParameter } from './address.ts';

const at = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  return pageAt(path, new URLSearchParams(query));
};
/** A voucher, as its QR code names it. */
const VOUCHER = '/V/ABCDEFGH0.0123456789ABCDEF';
const ID = '0190a5a0-0000-7000-8000-00000000000a';

test('route table, the address of each page, is found', () => {
  for (const route of routes)
    expect(
      at(
        route.path
          .replace(':id', ID)
          .replace(':slug', 'salloni-im')
          .replace('/v/:token', VOUCHER)
          .replace(':month', '2026-10'),
      ).route,
    ).toBe(route);
});

test.each([
  ['/', '/'],
  ['/categories/', '/categories'],
  ['/CATEGORIES///', '/categories'],
  ['//categories', '/categories'],
  [`/%64eal/${ID}`, `/deal/${ID}`],
  [`/deal/${ID.toUpperCase()}`, `/deal/${ID}`],
  ['/?city=tirana', '/'],
  ['/?city=', '/'],
  ['/?city=Durres', '/?city=durres'],
  ['/?category=all', '/'],
  ['/?city=durres&category=nails', '/?category=nails&city=durres'],
  ['/?search=+xhel+', '/?search=xhel'],
  ['/?search=+', '/'],
  ['/?maxPrice=0900&minPrice=0&sort=price', '/?sort=price&maxPrice=900'],
  ['/?sort=default', '/'],
  ['/?sort=best&minPrice=-5&maxPrice=1.5', '/'],
  ['/?sort=near', '/'],
  ['/checkout?method=gold', '/checkout'],
  ['/checkout/?method=cash', '/checkout?method=cash'],
  ['/login/?next=%2Fcart', '/login?next=%2Fcart'],
  [`/LOGIN?next=%2Fdeal%2F${ID}&add=${ID}`, `/login?next=%2Fdeal%2F${ID}&add=${ID}`],
  ['/login?next=&add=nonsense', '/login'],
])('address %s, parsed, has the canonical form %s', (said, canonical) => {
  expect(at(said).canonical).toBe(canonical);
  expect(at(said).isCanonical).toBe(said === canonical);
  expect(at(canonical).isCanonical).toBe(true);
});

test('address of a voucher, in any case, is canonical', () => {
  for (const path of [VOUCHER, VOUCHER.toLowerCase()]) {
    const { canonical, isCanonical } = at(path);
    expect([canonical, isCanonical]).toEqual([VOUCHER.toLowerCase(), true]);
  }
  expect(at(`${VOUCHER}/`).isCanonical).toBe(false);
});

test.each([
  '/nowhere',
  '/v/nonsense',
  `${VOUCHER}0`,
  '/deal',
  '/deal/nonsense',
  `/deal/${ID}/more`,
  '/deal/%2e%2e%2fcart',
  '/%E0%A4%A',
  '/?city=invented',
  '/?category=NO_SLUG',
  '//evil.example',
  '/\\evil.example',
])('address %s, invalid, leads to the not-found page', (address) => {
  expect(at(address).route.path).toBe('*');
});

test('address, parameters the route does not declare, are ignored', () => {
  const { search, canonical, isCanonical } = at('/?utm_source=x&category=nails&lang=en');
  expect({ search, canonical, isCanonical }).toEqual({
    search: '?category=nails',
    canonical: '/?category=nails',
    isCanonical: true,
  });
  expect(at('/cart?city=durres').canonical).toBe('/cart');
});

test('address, one parameter changed, keeps the others', () => {
  const nails = at('/?category=nails&city=durres');
  expect(addressWith(nails, { city: null })).toBe('/?category=nails');
  expect(addressWith(nails, { category: null, search: 'xhel' })).toBe('/?search=xhel&city=durres');
  expect(addressWith(at('/?city=vlore'), { city: null })).toBe('/');
});

const Value = ({ name }: { name: string }) => <p>{useParameter(name) ?? 'nothing'}</p>;

test('useParameter, declared by the route, returns the canonical value or null', () => {
  show(<Value name="city" />, { at: '/?city=Durres' });
  expect(screen.getByText('durres')).toBeTruthy();
  show(<Value name="add" />, { at: '/login?add=nonsense' });
  expect(screen.getByText('nothing')).toBeTruthy();
});

test('useParameter, not declared by the route, throws', () => {
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => show(<Value name="city" />, { at: '/cart?city=durres' })).toThrow(
    '/cart does not name the parameter city',
  );
});
