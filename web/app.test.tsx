import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { t } from '#test/dom.tsx';
import { ana, dealNumber, type FakeServer, fakeServer, lineOf, noAnswer, signIn, signOut } from '#test/fake-server.ts';
import { App } from './app.tsx';
import { createQueryClient } from './kit/data/queries.ts';
import { NOBODY } from './kit/data/shop-config.ts';
import { pageAt } from './routes.ts';
import { arrive, HistoryRouter } from './shell/history-router.tsx';

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', () => {});
  signOut();
  server = fakeServer({ 'GET /api/': () => [] });
});

/** Renders the app at an address whose page is loaded. */
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

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tabs = () => within(screen.getByRole('navigation', { name: t('nav.main') }));
const tap = (name: string) => act(async () => void fireEvent.click(tabs().getByRole('link', { name })));
const marked = () => tabs().getByRole('link', { current: 'page' }).textContent;
const title = () => screen.queryByRole('heading', { level: 1 })?.textContent;

test('page, failed to render, keeps header and navigation; another tab works', async () => {
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

test('tab, tapped offline, says what is missing and loads when the connection is back', async () => {
  await start('/profile');
  for (const call of ['GET /api/', 'GET /healthz']) server.on(call, noAnswer);
  act(() => void window.dispatchEvent(new Event('offline')));
  await tap(t('nav.categories'));
  await pass(100);
  expect(screen.queryByText(t('offline.missing')), 'no loading text while offline').toBeTruthy();
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

test('Back to an address with a city, another one chosen since, redirects to the chosen city', async () => {
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

test('cart change, pending when the page was left, is sent on the next page', async () => {
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
  await vi.waitFor(() => expect(server.sent('PATCH')).toEqual([{ quantity: 2 }]));
});
