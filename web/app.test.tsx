import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { t } from '#test/dom.tsx';
import { ana, dealNumber, type FakeServer, fakeServer, lineOf, noAnswer, signIn, signOut } from '#test/fake-server.ts';
import { App } from './app.tsx';
import { withResolvers } from './kit/browser.ts';
import { arrive, HistoryRouter } from './kit/history-router.tsx';
import { lazyWithRetry } from './kit/lazy.tsx';
import { createQueryClient } from './kit/queries.ts';
import { NOBODY } from './kit/shop-config.ts';
import { pageAt } from './routes.ts';

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', () => {});
  signOut();
  server = fakeServer({ 'GET /api/': () => [] });
});

/** The app as the browser starts it, at an address whose page is there. */
async function start(at: string): Promise<void> {
  history.replaceState(null, '', at);
  await pageAt(at, new URLSearchParams()).route.Component.load();
  await act(async () => {
    render(
      <HistoryRouter arrival={arrive()}>
        <App
          queries={createQueryClient()}
          t={t}
          renderedAt={Date.now()}
          operator={null}
          cards={null}
          identities={NOBODY}
        />
      </HistoryRouter>,
    );
  });
}

/** The script of a page comes when this is called. */
function onSlowLine(path: string): () => Promise<void> {
  const { route } = pageAt(path, new URLSearchParams());
  const { Component } = route;
  const script = withResolvers<() => ReactNode>();
  route.Component = lazyWithRetry(() => script.promise);
  onTestFinished(() => void Object.assign(route, { Component }));
  return async () => {
    script.resolve(() => <h1>there</h1>);
    await pass(1000);
  };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tabs = () => within(screen.getByRole('navigation', { name: t('nav.main') }));
const tap = (name: string) => act(async () => void fireEvent.click(tabs().getByRole('link', { name })));
const marked = () => tabs().getByRole('link', { current: 'page' }).textContent;
const boxes = () => document.querySelectorAll('[aria-busy=true] .skeleton').length;
const title = () => screen.queryByRole('heading', { level: 1 })?.textContent;

test('a tapped tab is marked and shows the boxes of its page within 100 ms, before its script is there', async () => {
  const bring = onSlowLine('/categories');
  await start('/profile');
  await tap(t('nav.categories'));
  expect(title(), 'what is there at once would not flicker').toBe(t('profile.title'));
  await pass(100);
  expect([marked(), boxes(), title()]).toEqual([t('nav.categories'), 2, undefined]);
  await bring();
  expect([marked(), boxes(), title()]).toEqual([t('nav.categories'), 0, 'there']);
});

test('a page that breaks keeps header and navigation, and another tab works', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.on('GET /api/categories', () => [null]);
  await start('/profile');
  await tap(t('nav.categories'));
  await vi.waitFor(() => expect(title()).toBe(t('errorFallback.title')));
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(marked()).toBe(t('nav.categories'));
  await tap(t('nav.profile'));
  await vi.waitFor(() => expect(title()).toBe(t('profile.title')));
});

test('a home that breaks is tried again for another list of it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.on('GET /api/deals?search=prishur', () => [null]);
  await start('/?search=prishur');
  await vi.waitFor(() => expect(title()).toBe(t('errorFallback.title')));
  await tap(t('nav.home'));
  await vi.waitFor(() => expect(title()).toBe(t('home.meta.title')));
});

test('a page that breaks is tried again when its tab is tapped', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { route } = pageAt('/categories', new URLSearchParams());
  const { Component } = route;
  const draw = () => {
    if (breaks) throw new Error('broken');
    return <h1>there</h1>;
  };
  let breaks = true;
  route.Component = lazyWithRetry(async () => draw);
  onTestFinished(() => void Object.assign(route, { Component }));
  await start('/categories');
  await vi.waitFor(() => expect(title()).toBe(t('errorFallback.title')));
  breaks = false;
  await tap(t('nav.categories'));
  await vi.waitFor(() => expect(title()).toBe('there'));
});

test('without a connection a tab says in its place what is missing, and fills when it is back', async () => {
  await start('/profile');
  for (const call of ['GET /api/', 'GET /healthz']) server.on(call, noAnswer);
  act(() => void window.dispatchEvent(new Event('offline')));
  await tap(t('nav.categories'));
  await pass(100);
  expect(screen.queryByText(t('offline.missing')), 'nobody waits for what cannot come').toBeTruthy();
  expect([marked(), screen.queryByRole('alert')]).toEqual([t('nav.categories'), null]);
  server.on('GET /api/', () => []);
  server.on('GET /healthz', () => ({ status: 'alive' }));
  await pass(5000);
  expect([title(), screen.queryByText(t('offline.missing'))]).toEqual([t('categories.title'), null]);
});

const choose = (city: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(t('city.label')), { target: { value: city } }));
const goBack = async () => {
  history.back();
  await pass(1000);
};
const here = () => [location.pathname + location.search, localStorage.getItem('selectedCity')];

test('whoever comes back to an address from before a choice is led to the city of the choice', async () => {
  await start('/?city=durres');
  expect(here()).toEqual(['/?city=durres', 'durres']);
  await tap(t('nav.categories'));
  await pass(1000);
  await choose('vlore');
  await pass(100);
  await goBack();
  expect(here()).toEqual(['/?city=vlore', 'vlore']);
  await choose('tirana');
  await pass(100);
  expect(here()).toEqual(['/', 'tirana']);
});

test('an address that one comes back to stores its city no second time', async () => {
  await pageAt('/categories', new URLSearchParams()).route.Component.load();
  await start('/?city=durres');
  await tap(t('nav.categories'));
  await pass(1000);
  history.pushState(null, '', '/categories?city=korce');
  act(() => window.dispatchEvent(new PopStateEvent('popstate')));
  await pass(1000);
  expect(here()[1]).toBe('durres');
});

test('what was wanted of the cart on a page that was left is done on whatever page comes next', async () => {
  const line = lineOf(dealNumber(1));
  server.on('GET /api/auth/me', () => ({ user: ana }));
  server.on('GET /api/cart/', () => [line]);
  server.on('PATCH /api/cart/', () => ({ ...line, quantity: 2 }));
  signIn();
  const changes = [{ kind: 'set', dealId: line.dealId, quantity: 2, at: Date.now() }];
  localStorage.setItem('keptChanges', JSON.stringify({ userId: ana.id, changes }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'keptChanges' }));
  await start('/categories');
  await pass(1000);
  expect(server.sent('PATCH')).toEqual([{ quantity: 2 }]);
});
