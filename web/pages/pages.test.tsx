import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#core/contract/accounts/accounts.ts';
import type { Access } from '#core/domain/accounts.ts';
import { At, show, t } from '#test/dom.tsx';
import { ana, fakeServer, signIn, signOut } from '#test/fake-server.ts';
import { CardsProvider, IdentitiesProvider, OperatorProvider } from '#web/kit/data/shop-config.ts';
import { useLocation } from '#web/kit/router/location.tsx';
import { pagesIn } from '#web/kit/router/page.tsx';
import { routes } from '#web/routes.ts';
import { BackLink } from '#web/shell/back-link.tsx';
import { RequireAccess } from '#web/shell/require-access.tsx';
import { Page as About } from './about.page.tsx';
import { Page } from './accessibility.page.tsx';

const Books = () => <h1>The books</h1>;

function Here() {
  const { pathname, search } = useLocation();
  return <h1 data-testid="here">{pathname + search}</h1>;
}

const page = pagesIn(
  'web/pages',
  async () => ({ Page: Books }),
  async () => RequireAccess,
);

const dealer = { canPostDeals: true };

const admin = { role: 'admin' } as const;

async function open(access: Access, who: Partial<User> | null) {
  if (who) signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user: { ...ana, ...who } }) });
  const { Component } = page('/books', 'books', { access });
  await Component.load();
  show(
    <>
      <At path="/">
        <Component />
      </At>
      <At path="/login">
        <Here />
      </At>
    </>,
  );
  return screen.findByRole('heading', { level: 1 });
}

describe('access', () => {
  beforeEach(signOut);

  test.each([
    ['anyone', null],
    ['user', null],
    ['dealer', dealer],
    ['dealer', admin],
    ['admin', admin],
  ] as const)('page for %s, role %j, is shown', async (access, who) => {
    expect((await open(access, who)).textContent).toBe('The books');
  });

  test('page for dealers, user, is not found', async () => {
    expect((await open('dealer', {})).textContent).toBe(t('notFound.title'));
  });

  test('page for dealers, guest, asks to sign in', async () => {
    expect((await open('dealer', null)).textContent).toBe(t('login.needed'));
    expect(screen.getByRole('link', { name: t('login.action') })).toBeTruthy();
  });

  test.each([null, {}, dealer])('page for administrators, role %j, leads to the sign-in page and back', async (who) => {
    await open('admin', who);
    expect(screen.getByTestId('here').textContent).toBe('/login?next=%2F');
  });
});

const paths = routes.map(({ path }) =>
  path.replace(':id', 'b7e5c1d2-0000-4000-8000-000000000001').replace(':month', '2026-10'),
);

describe('back link', () => {
  test.each(paths)('back link, from %s, names that page', (from) => {
    show(<BackLink />, { at: '/terms-of-service', state: { from } });
    const { textContent } = screen.getByRole('link');
    expect(screen.getByRole('link').getAttribute('href')).toBe(from);
    expect(textContent === t('back.profile')).toBe(from === '/profile');
  });

  test('back link keeps the query of the previous page', () => {
    show(<BackLink />, { at: '/terms-of-service', state: { from: '/checkout?method=cash' } });
    expect(screen.getByRole('link', { name: t('back.checkout') }).getAttribute('href')).toBe('/checkout?method=cash');
  });

  test.each([
    { from: '/elsewhere', aim: '/cart', to: '/cart' },
    { from: null, aim: '/elsewhere', to: '/profile' },
    { from: '/constructor', aim: null, to: '/profile' },
  ])('back link, from $from with aim $aim, leads to $to', ({ from, aim, to }) => {
    show(<BackLink aim={aim} />, { at: '/login', state: { from } });
    expect(screen.getByRole('link').getAttribute('href')).toBe(to);
  });
});

const withAddress = t('accessibility.text.contact');

const without = t('accessibility.text.noContact').split('\n')[0] ?? '';

describe('accessibility statement', () => {
  test('accessibility statement, contact configured, names it', () => {
    show(
      <OperatorProvider value={{ name: 'Bukuri sh.p.k.', nipt: null, address: null, contact: 'ndihme@bukuri.example' }}>
        <Page />
      </OperatorProvider>,
    );
    expect([screen.queryByText(withAddress), screen.queryByText(without)].map(Boolean)).toEqual([true, false]);
    expect(screen.getByRole('link', { name: 'ndihme@bukuri.example' })).toBeTruthy();
  });
});

test.each([
  [null, null, 2],
  ['stripe', null, 1],
  ['stripe', 'client', 0],
] as const)('about, with cards %s and Google %s, says %i times: where the shop offers it', (cards, google, count) => {
  show(
    <CardsProvider value={cards}>
      <IdentitiesProvider value={{ google, apple: null }}>
        <About />
      </IdentitiesProvider>
    </CardsProvider>,
    { at: '/about' },
  );
  expect(screen.getByText(t('about.offer.payments'))).toBeTruthy();
  expect(screen.queryAllByText(new RegExp(t('about.offer.where')))).toHaveLength(count);
});
