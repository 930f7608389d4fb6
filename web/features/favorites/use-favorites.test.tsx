import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { said as heard, show, t } from '#test/dom.tsx';
import {
  type Answer,
  after,
  ana,
  dealNumber,
  type FakeServer,
  fakeServer,
  refuse,
  signIn,
  signOut,
} from '#test/fake-server.ts';
import { useSessionEnd } from '../accounts/session-end.ts';
import { SaveToggle } from './save-button.tsx';
import { setGuestFavorites, useFavorites, useGuestFavorites, useHearts } from './use-favorites.ts';

const [colour, nails] = [dealNumber(1), dealNumber(2)] as const;
const ME = 'GET /api/auth/me';
const favorite = (deal: typeof colour) => ({ id: deal.id, dealId: deal.id, sessionId: 'session_1', deal });
let kept: string[];
let server: FakeServer;

const keepOne: Answer = ({ body }) => {
  kept.push((body as { dealId: string }).dealId);
  return { ofAccount: document.cookie.includes('signedIn') };
};

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

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const toggles = () => screen.getAllByRole('button');
const press = (index: number) => act(() => void fireEvent.click(toggles()[index] as HTMLElement));
const pressed = () => toggles().map((toggle) => String(toggle.getAttribute('aria-label') === t('deal.saved')));
const said = (place: string) => screen.getByTestId(place).textContent;
/** Whether it was said that a switch was refused. */
async function refused(): Promise<boolean> {
  await pass(200);
  return heard().includes(t('favorites.failed'));
}

test.each([2000, 10_000])(
  'pressed while it takes %i ms to know who it is, the deal is saved to the account and not to the device',
  async (ms) => {
    server.on(
      ME,
      after(ms, () => ({ user: ana })),
    );
    show(<Shop />);
    press(0);
    await pass(0);
    for (let waited = 0; waited <= ms + 1000; waited += 500) {
      expect(pressed(), `after ${waited} ms`).toEqual(['true', 'false']);
      await pass(500);
    }
    expect([kept, said('list'), said('device')]).toEqual([[colour.id], colour.title, '0']);
  },
);

test('a guest saves to the device too, at once', async () => {
  signOut();
  server.on('POST /api/favorites', after(5000, keepOne));
  show(<Shop />);
  await pass(0);
  press(0);
  await pass(0);
  expect([pressed(), said('device')]).toEqual([['true', 'false'], '1']);
  await pass(6000);
  expect([pressed(), said('device')]).toEqual([['true', 'false'], '1']);
});

test.each(['user', 'guest'])('what the server refuses a %s goes back, and a screen reader hears it', async (who) => {
  if (who === 'guest') signOut();
  server.on('POST /api/favorites', after(2000, refuse(409, 'favorites.full')));
  show(<Shop />);
  await pass(0);
  press(0);
  await pass(0);
  expect(pressed()).toEqual(['true', 'false']);
  await pass(2100);
  expect([pressed(), said('device'), await refused()]).toEqual([['false', 'false'], '0', true]);
});

test('if nobody can tell who it is, it goes back and nothing is sent', async () => {
  server.on(ME, refuse(503, 'server.busy'));
  show(<Shop />);
  press(0);
  await pass(9000);
  expect([pressed(), server.sent('POST'), await refused()]).toEqual([['false', 'false'], [], true]);
});

test('a saved deal that is taken away leaves the list at once, and comes back when that is refused', async () => {
  kept = [colour.id];
  show(<Shop />);
  await pass(100);
  expect(said('list')).toBe(colour.title);
  server.on('DELETE /api/favorites/', after(2000, refuse(500, 'server.failed')));
  press(0);
  await pass(0);
  expect(said('list')).toBe('');
  await pass(10_000);
  expect([said('list'), pressed()]).toEqual([colour.title, ['true', 'false']]);
});

test('what another tab saved or took to the account is known here', async () => {
  signOut();
  setGuestFavorites([colour.id]);
  show(<Shop />);
  await pass(0);
  expect(said('device')).toBe('1');
  localStorage.setItem('guestFavorites', '[]');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'guestFavorites' })));
  expect([said('device'), pressed()]).toEqual(['0', ['false', 'false']]);
});

test.each([true, false])(
  'whose session ended hears that alone, and the heart shows what the browser keeps (save: %s)',
  async (save) => {
    if (!save) kept = [colour.id];
    show(<Shop />);
    await pass(100);
    for (const call of [ME, 'GET /api/favorites/']) server.on(call, refuse(401, 'access.notAuthenticated'));
    server.on('POST /api/favorites', () => ({ ofAccount: false }));
    server.on('DELETE /api/favorites/', () => ({ ofAccount: false }));
    press(0);
    await pass(1000);
    expect(pressed()).toEqual([String(save), 'false']);
    expect(heard()).toEqual([expect.stringContaining(t('auth.sessionEnded'))]);
  },
);
