import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#core/contract/accounts.ts';
import type { Access } from '#core/domain/accounts.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, signIn, signOut } from '#test/fake-server.ts';
import { pagesIn } from '#web/kit/page.tsx';
import { RequireAccess } from './require-access.tsx';

const Books = () => <h1>The books</h1>;
const page = pagesIn(
  'web/pages',
  { './pages/books.page.tsx': async () => ({ Page: Books }) },
  async () => RequireAccess,
);
const dealer = { canPostDeals: true };
const admin = { role: 'admin' } as const;

async function open(access: Access, who: Partial<User> | null) {
  if (who) signIn();
  fakeServer({ 'GET /api/auth/me': () => ({ user: { ...ana, ...who } }) });
  const { Component } = page('/books', 'books', { access });
  await Component.load();
  show(<Component />);
  return screen.findByRole('heading', { level: 1 });
}

beforeEach(signOut);

test.each([
  ['anyone', null],
  ['user', null],
  ['dealer', dealer],
  ['dealer', admin],
  ['admin', admin],
] as const)('a page for %s is shown to %j', async (access, who) => {
  expect((await open(access, who)).textContent).toBe('The books');
});

test.each([
  ['dealer', {}],
  ['admin', {}],
  ['admin', dealer],
] as const)('a page for %s is none to %j', async (access, who) => {
  expect((await open(access, who)).textContent).toBe(t('notFound.title'));
});

test.each(['dealer', 'admin'] as const)('a page for %s lets a guest sign in', async (access) => {
  expect((await open(access, null)).textContent).toBe(t('login.needed'));
  expect(screen.getByRole('link', { name: t('login.action') })).toBeTruthy();
});
