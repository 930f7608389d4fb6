import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { routes } from '../routes.ts';
import { BackLink } from './back-link.tsx';

const paths = routes.map(({ path }) => path.replace(':id', 'b7e5c1d2-0000-4000-8000-000000000001'));

test.each(paths)('from %s there is a way back there, which says so', (from) => {
  show(<BackLink />, { at: '/terms-of-service', state: { from } });
  const { textContent } = screen.getByRole('link');
  expect(screen.getByRole('link').getAttribute('href')).toBe(from);
  expect(textContent === t('back.profile')).toBe(from === '/profile');
});

test('where one came from comes with what was asked there', () => {
  show(<BackLink />, { at: '/terms-of-service', state: { from: '/checkout?method=cash' } });
  expect(screen.getByRole('link', { name: t('back.checkout') }).getAttribute('href')).toBe('/checkout?method=cash');
});

test.each([
  { from: '/elsewhere', aim: '/cart', to: '/cart' },
  { from: null, aim: '/elsewhere', to: '/profile' },
  { from: '/constructor', aim: null, to: '/profile' },
])('from $from, aiming at $aim, it leads to $to', ({ from, aim, to }) => {
  show(<BackLink aim={aim} />, { at: '/login', state: { from } });
  expect(screen.getByRole('link').getAttribute('href')).toBe(to);
});
