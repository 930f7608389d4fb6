import { act, render, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { arrive, HistoryRouter } from './history-router.tsx';
import { useLeaving } from './leaving.ts';

let leaving: ReturnType<typeof useLeaving>;

function Settings() {
  leaving = useLeaving();
  return <p>{leaving.isAsking ? 'asking' : 'settings'}</p>;
}

function Places() {
  const { pathname } = useLocation();
  return pathname === '/settings' ? <Settings /> : <p>{pathname}</p>;
}

/** On the settings, with something unsaved, and two pages behind. */
async function stand() {
  history.replaceState(null, '', '/');
  const arrival = arrive();
  render(
    <HistoryRouter arrival={arrival}>
      <Places />
    </HistoryRouter>,
  );
  for (const path of ['/profile', '/settings']) await act(async () => arrival.history.push(path));
  await screen.findByText('settings');
  leaving.tell('form', true);
}

const settled = (at: string) => vi.waitFor(() => expect(location.pathname).toBe(at));

test('Back is asked about first, the page stays meanwhile, and whoever stays may go back later', async () => {
  await stand();
  for (const _ of [1, 2]) {
    history.back();
    expect(await screen.findByText('asking')).toBeTruthy();
    await settled('/settings');
    act(() => leaving.stay());
    expect(screen.getByText('settings')).toBeTruthy();
  }
  leaving.tell('form', false);
  history.back();
  expect(await screen.findByText('/profile')).toBeTruthy();
});

test('whoever leaves all the same comes to where they went', async () => {
  await stand();
  history.go(-2);
  expect(await screen.findByText('asking')).toBeTruthy();
  await settled('/settings');
  act(() => leaving.leave());
  expect(await screen.findByText('/')).toBeTruthy();
});
