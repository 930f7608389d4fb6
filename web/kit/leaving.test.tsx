import { act, fireEvent, render, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { arrive, HistoryRouter } from './history-router.tsx';
import { useLeaveGuard } from './unsaved-changes.ts';

let leaving: ReturnType<typeof useLeaveGuard>;

function Settings() {
  leaving = useLeaveGuard();
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
  leaving.report('form', true);
}

const settled = (at: string) => vi.waitFor(() => expect(location.pathname).toBe(at));

/** What becomes of a link that is pressed with what is unsaved: whether one is asked, or it leads on. */
async function follow(link: string, press: MouseEventInit = {}) {
  await stand();
  const led = vi.fn((event: Event) => event.preventDefault());
  const place = document.body.appendChild(document.createElement('p'));
  onTestFinished(() => place.remove());
  place.innerHTML = `<a ${link}><b>there</b></a>`;
  place.firstElementChild?.addEventListener('click', led);
  fireEvent(screen.getByText('there'), new MouseEvent('click', { bubbles: true, cancelable: true, ...press }));
  return { isAsked: screen.queryByText('asking') !== null, isLed: led.mock.calls.length > 0 };
}

test('a link to another page is asked about', async () => {
  expect(await follow('href="/profile"')).toEqual({ isAsked: true, isLed: false });
});

test.each([
  ['to another place of this page', 'href="/settings?lang=en"', {}],
  ['to another site', 'href="https://maps.example/profile"', {}],
  ['that opens a tab', 'href="/profile" target="_blank"', {}],
  ['that saves a file', 'href="/profile" download', {}],
  ['pressed for another tab', 'href="/profile"', { ctrlKey: true }],
  ['pressed for another tab on a Mac', 'href="/profile"', { metaKey: true }],
  ['pressed for another window', 'href="/profile"', { shiftKey: true }],
  ['pressed to save it', 'href="/profile"', { altKey: true }],
])('a link %s leaves nothing, and nobody is asked', async (_which, link, press) => {
  expect(await follow(link, press)).toEqual({ isAsked: false, isLed: true });
});

test('Back is asked about first, the page stays meanwhile, and whoever stays may go back later', async () => {
  await stand();
  for (const _ of [1, 2]) {
    history.back();
    expect(await screen.findByText('asking')).toBeTruthy();
    await settled('/settings');
    act(() => leaving.stay());
    expect(screen.getByText('settings')).toBeTruthy();
  }
  leaving.report('form', false);
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
