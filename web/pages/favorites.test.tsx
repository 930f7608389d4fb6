import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { said as announced, show, t } from '#test/dom.tsx';
import {
  type Answer,
  ana,
  after as answerAfter,
  dealNumber,
  type FakeServer,
  fakeServer,
  refuse,
  signIn,
  signOut,
} from '#test/fake-server.ts';
import { useSessionEnd } from '#web/features/accounts/session-end.ts';
import { useFavorites, useHearts } from '#web/features/favorites/favorites.tsx';
import { setGuestFavorites, useGuestFavorites } from '#web/features/favorites/guest-favorites.ts';
import { SaveToggle } from '#web/features/favorites/save-toggle.tsx';
import { Page } from './favorites.page.tsx';

const [colour, nails] = [dealNumber(1), dealNumber(2)] as const;

const LIST = 'GET /api/favorites';

let kept: string[];

let server: FakeServer;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));

const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));

const titles = () => screen.queryAllByRole('article').map((card) => card.querySelector('h2')?.textContent);

const door = () => screen.queryByRole('heading', { name: t('favorites.signIn.title') }) !== null;

const strip = () => screen.queryByText(t('favorites.onDevice')) !== null;

const take = (title: string) => press(`${t('favorites.remove')}: ${title}`);

/** Opens the page for a guest with these favorites. */
const open = (...ids: string[]) => {
  kept = ids;
  setGuestFavorites(ids);
  show(<Page />, { at: '/favorites' });
};

describe('page', () => {
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

  test('favorites, guest, shows the saved deals and a link to sign in', async () => {
    open(colour.id, nails.id);
    expect([door(), strip(), titles()], 'while it is on its way').toEqual([false, false, []]);
    await pass(0);
    expect([door(), strip(), titles()]).toEqual([false, true, [colour.title, nails.title]]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(t.count('favorites.count', 2));
    const way = screen.getByRole('link', { name: t('favorites.signIn.action') });
    expect(way.getAttribute('href')).toBe('/login?next=%2Ffavorites');
  });

  test('favorites, guest with none saved, shows the sign-in offer at once', async () => {
    server.on(
      LIST,
      answerAfter(5000, () => []),
    );
    open();
    await pass(0);
    expect([door(), strip()]).toEqual([true, false]);
    await pass(6000);
    expect([door(), strip()]).toEqual([true, false]);
  });

  test('favorite, removal fails, is restored', async () => {
    server.on('DELETE /api/favorites/', answerAfter(1000, refuse(500, 'server.failed')));
    open(colour.id, nails.id);
    await pass(0);
    take(colour.title);
    await pass(0);
    expect(titles()).toEqual([nails.title]);
    await pass(10_000);
    expect(titles()).toEqual([colour.title, nails.title]);
  });

  test('favorites, request fails, says so and can be retried', async () => {
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
});

const ME = 'GET /api/auth/me';

const favorite = (deal: typeof colour) => ({ id: deal.id, dealId: deal.id, sessionId: 'session_1', deal });

const keepOne: Answer = ({ body }) => {
  kept.push((body as { dealId: string }).dealId);
  return { ofAccount: document.cookie.includes('signedIn') };
};

function Shop() {
  useSessionEnd();
  const hearts = useHearts();
  const { saved } = useFavorites();
  return (
    <>
      <SaveToggle deal={colour} hearts={hearts} />
      <SaveToggle deal={nails} hearts={hearts} />
      <p data-testid="list">{saved?.map(({ deal }) => deal.title).join()}</p>
      <p data-testid="device">{useGuestFavorites().length}</p>
    </>
  );
}

const toggles = () => screen.getAllByRole('button');

const pressButton = (index: number) => act(() => void fireEvent.click(toggles()[index] as HTMLElement));

const pressed = () => toggles().map((toggle) => String(toggle.getAttribute('aria-label') === t('deal.saved')));

const said = (place: string) => screen.getByTestId(place).textContent;

/** Whether a refusal was announced. */
async function refused(): Promise<boolean> {
  await pass(200);
  return announced().includes(t('favorites.failed'));
}

describe('saving', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    kept = [];
    setGuestFavorites([]);
    server = fakeServer({
      [ME]: () => ({ user: ana }),
      'GET /api/favorites/': () => [colour, nails].filter(({ id }) => kept.includes(id)).map(favorite),
      'POST /api/favorites': keepOne,
      'DELETE /api/favorites/': ({ path }) => {
        kept = kept.filter((id) => !path.includes(id));
        return { ofAccount: document.cookie.includes('signedIn') };
      },
    });
    signIn();
  });

  test.each([2000, 10_000])(
    'favorite, user known after %i ms, is saved to the account and not to the device',
    async (ms) => {
      server.on(
        ME,
        answerAfter(ms, () => ({ user: ana })),
      );
      show(<Shop />);
      pressButton(0);
      await pass(0);
      for (let waited = 0; waited <= ms + 1000; waited += 500) {
        expect(pressed(), `answerAfter ${waited} ms`).toEqual(['true', 'false']);
        await pass(500);
      }
      expect([kept, said('list'), said('device')]).toEqual([[colour.id], colour.title, '0']);
    },
  );

  test('favorite, guest, is stored on the device at once', async () => {
    signOut();
    server.on('POST /api/favorites', answerAfter(5000, keepOne));
    show(<Shop />);
    await pass(0);
    pressButton(0);
    await pass(0);
    expect([pressed(), said('device')]).toEqual([['true', 'false'], '1']);
    await pass(6000);
    expect([pressed(), said('device')]).toEqual([['true', 'false'], '1']);
  });

  test.each(['user', 'guest'])('favorite, refused for a %s, is rolled back and announced', async (who) => {
    if (who === 'guest') signOut();
    server.on('POST /api/favorites', answerAfter(2000, refuse(409, 'favorites.full')));
    show(<Shop />);
    await pass(0);
    pressButton(0);
    await pass(0);
    expect(pressed()).toEqual(['true', 'false']);
    await pass(2100);
    expect([pressed(), said('device'), await refused()]).toEqual([['false', 'false'], '0', true]);
  });

  test('favorite, user request fails, is rolled back and not sent', async () => {
    server.on(ME, refuse(503, 'server.busy'));
    show(<Shop />);
    pressButton(0);
    await pass(9000);
    expect([pressed(), server.sent('POST'), await refused()]).toEqual([['false', 'false'], [], true]);
  });

  test('favorite, removed from the list, leaves at once and returns if refused', async () => {
    kept = [colour.id];
    show(<Shop />);
    await pass(100);
    expect(said('list')).toBe(colour.title);
    server.on('DELETE /api/favorites/', answerAfter(2000, refuse(500, 'server.failed')));
    pressButton(0);
    await pass(0);
    expect(said('list')).toBe('');
    await pass(10_000);
    expect([said('list'), pressed()]).toEqual([colour.title, ['true', 'false']]);
  });

  test.each([true, false])(
    'favorite, session ended, is reported once and kept for the guest (save: %s)',
    async (save) => {
      if (!save) kept = [colour.id];
      show(<Shop />);
      await pass(100);
      for (const call of [ME, 'GET /api/favorites/']) server.on(call, refuse(401, 'access.notAuthenticated'));
      server.on('POST /api/favorites', () => ({ ofAccount: false }));
      server.on('DELETE /api/favorites/', () => ({ ofAccount: false }));
      pressButton(0);
      await pass(1000);
      expect(pressed()).toEqual([String(save), 'false']);
      expect(announced()).toEqual([expect.stringContaining(t('auth.sessionEnded'))]);
    },
  );
});
