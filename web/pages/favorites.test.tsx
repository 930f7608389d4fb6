import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { after, dealNumber, type FakeServer, fakeServer, refuse, signOut } from '#test/fake-server.ts';
import { setGuestFavorites } from '../features/favorites/use-favorites.ts';
import { Page } from './favorites.page.tsx';

const [colour, nails] = [dealNumber(1), dealNumber(2)] as const;
const LIST = 'GET /api/favorites';
let kept: string[];
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  signOut();
  kept = [];
  server = fakeServer({
    [LIST]: () =>
      [colour, nails]
        .filter(({ id }) => kept.includes(id))
        .map((deal) => ({ id: deal.id, dealId: deal.id, sessionId: 'session_1', deal })),
    'POST /api/favorites': ({ body }) => void kept.push((body as { dealId: string }).dealId),
    'DELETE /api/favorites/': ({ path }) => {
      kept = kept.filter((id) => !path.includes(id));
    },
  });
});
afterEach(() => {
  act(() => setGuestFavorites([]));
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
const titles = () => screen.queryAllByRole('article').map((card) => card.querySelector('h2')?.textContent);
const door = () => screen.queryByRole('heading', { name: t('favorites.signIn.title') }) !== null;
const strip = () => screen.queryByText(t('favorites.onDevice')) !== null;
const take = (title: string) => press(`${t('favorites.remove')}: ${title}`);

/** A guest comes back to what was saved on this device. */
const open = (...ids: string[]) => {
  kept = ids;
  setGuestFavorites(ids);
  show(<Page />, { at: '/favorites' });
};

test('a guest sees what was saved, with a quiet way to sign in and come back', async () => {
  open(colour.id, nails.id);
  expect([door(), strip(), titles()], 'while it is on its way').toEqual([false, false, []]);
  await pass(0);
  expect([door(), strip(), titles()]).toEqual([false, true, [colour.title, nails.title]]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(t.count('favorites.count', 2));
  const way = screen.getByRole('link', { name: t('favorites.signIn.action') });
  expect(way.getAttribute('href')).toBe('/login?next=%2Ffavorites');
});

test('who saved nothing finds the door at once', async () => {
  server.on(
    LIST,
    after(5000, () => []),
  );
  open();
  await pass(0);
  expect([door(), strip()]).toEqual([true, false]);
  await pass(6000);
  expect([door(), strip()]).toEqual([true, false]);
});

test('what could not be taken away comes back', async () => {
  server.on('DELETE /api/favorites/', after(1000, refuse(500, 'server.failed')));
  open(colour.id, nails.id);
  await pass(0);
  take(colour.title);
  await pass(0);
  expect(titles()).toEqual([nails.title]);
  await pass(10_000);
  expect(titles()).toEqual([colour.title, nails.title]);
});

test('a list that does not come says so in place, and asking again helps', async () => {
  server.on(LIST, refuse(503, 'server.busy', 'Shërbimi është i mbingarkuar.'));
  open(colour.id);
  await pass(3100);
  expect(screen.getByText('Shërbimi është i mbingarkuar.')).toBeTruthy();
  expect(door()).toBe(false);
  server.on(LIST, () => [{ id: colour.id, dealId: colour.id, sessionId: 'session_1', deal: colour }]);
  press(t('common.tryAgain'));
  await pass(0);
  expect(titles()).toEqual([colour.title]);
});
