import { expect, test } from 'vitest';
import { pageAt, routes } from '#web/routes.ts';
import { addressWith } from './address.ts';

const at = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  return pageAt(path, new URLSearchParams(query));
};
const ID = '0190a5a0-0000-7000-8000-00000000000a';

test('every page of the table is found at its own address', () => {
  for (const route of routes) expect(at(route.path.replace(':id', ID)).route).toBe(route);
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
])('%s is written %s', (said, canonical) => {
  expect(at(said).canonical).toBe(canonical);
  expect(at(said).isCanonical).toBe(said === canonical);
  expect(at(canonical).isCanonical).toBe(true);
});

test.each([
  '/nowhere',
  '/deal',
  '/deal/nonsense',
  `/deal/${ID}/more`,
  '/deal/%2e%2e%2fcart',
  '/%E0%A4%A',
  '/?city=invented',
  '/?category=NO_SLUG',
  '//evil.example',
  '/\\evil.example',
])('%s is no page', (address) => {
  expect(at(address).route.path).toBe('*');
});

test('what a page does not depend on changes nothing of it', () => {
  const { search, canonical, isCanonical } = at('/?utm_source=x&category=nails&lang=en');
  expect({ search, canonical, isCanonical }).toEqual({
    search: '?category=nails',
    canonical: '/?category=nails',
    isCanonical: true,
  });
  expect(at('/cart?city=durres').canonical).toBe('/cart');
});

test('another choice keeps the rest of the address', () => {
  const nails = at('/?category=nails&city=durres');
  expect(addressWith(nails, { city: null })).toBe('/?category=nails');
  expect(addressWith(nails, { category: null, search: 'xhel' })).toBe('/?search=xhel&city=durres');
  expect(addressWith(at('/?city=vlore'), { city: null })).toBe('/');
});
