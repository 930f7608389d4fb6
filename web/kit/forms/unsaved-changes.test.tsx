import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Navigate, useLocation, useNavigate } from '#web/kit/router/location.tsx';
import { arrive, HistoryRouter } from '#web/shell/history-router.tsx';
import { useLeaveGuard } from './unsaved-changes.ts';

let guard: ReturnType<typeof useLeaveGuard>;

function Settings() {
  guard = useLeaveGuard();
  return <p>{guard.isAsking ? 'asking' : 'settings'}</p>;
}

let goTo: Navigate;

function Places() {
  const { pathname } = useLocation();
  goTo = useNavigate();
  return pathname === '/settings' ? <Settings /> : <p>{pathname}</p>;
}

/** Renders the settings with unsaved changes and two history entries before. */
async function stand() {
  history.replaceState(null, '', '/');
  render(
    <HistoryRouter arrival={arrive()}>
      <Places />
    </HistoryRouter>,
  );
  for (const path of ['/profile', '/settings']) await act(async () => goTo(path));
  await screen.findByText('settings');
  guard.report('form', true);
}

const settled = (at: string) => vi.waitFor(() => expect(location.pathname).toBe(at));

/** Clicks a link with unsaved changes: whether the prompt is shown, and whether the link works. */
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

test('link to another page, unsaved changes, shows the prompt', async () => {
  expect(await follow('href="/profile"')).toEqual({ isAsked: true, isLed: false });
});

test.each([
  ['to the same page', 'href="/settings?lang=en"', {}],
  ['to another site', 'href="https://maps.example/profile"', {}],
  ['with a target', 'href="/profile" target="_blank"', {}],
  ['to a download', 'href="/profile" download', {}],
  ['with Ctrl', 'href="/profile"', { ctrlKey: true }],
  ['with Meta', 'href="/profile"', { metaKey: true }],
  ['with Shift', 'href="/profile"', { shiftKey: true }],
  ['with Alt', 'href="/profile"', { altKey: true }],
])('link %s, unsaved changes, works without a prompt', async (_which, link, press) => {
  expect(await follow(link, press)).toEqual({ isAsked: false, isLed: true });
});

test('Back, unsaved changes, shows the prompt and keeps the page; works once saved', async () => {
  await stand();
  for (const _ of [1, 2]) {
    history.back();
    expect(await screen.findByText('asking')).toBeTruthy();
    await settled('/settings');
    act(() => guard.stay());
    expect(screen.getByText('settings')).toBeTruthy();
  }
  guard.report('form', false);
  history.back();
  expect(await screen.findByText('/profile')).toBeTruthy();
});

test('Back by two entries, prompt confirmed, goes there', async () => {
  await stand();
  history.go(-2);
  expect(await screen.findByText('asking')).toBeTruthy();
  await settled('/settings');
  act(() => guard.leave());
  expect(await screen.findByText('/')).toBeTruthy();
});
