/** Where one is after signing in, and what Back does then. */
import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, signOut } from '#test/fake-server.ts';
import { AddressProvider } from '#web/kit/address.ts';
import { pageAt } from '#web/routes.ts';
import { Page } from './login.page.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 5));
const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const address = () => screen.getByTestId('address').textContent;

/** As the app does for every page. */
function Login() {
  const { pathname, search } = useLocation();
  return (
    <AddressProvider value={pageAt(pathname, new URLSearchParams(search))}>
      <Page />
    </AddressProvider>
  );
}

function Shop() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p data-testid="address">{pathname}</p>
      <button type="button" onClick={() => navigate('/deal/1')}>
        deal
      </button>
      <button type="button" onClick={() => navigate('/login?next=%2Fdeal%2F1', { state: { from: '/deal/1' } })}>
        add
      </button>
      <button type="button" onClick={() => navigate('/login?next=%2Fdeal%2F1')}>
        come otherwise
      </button>
      <button type="button" onClick={() => navigate(-1)}>
        back
      </button>
      <button type="button" onClick={() => navigate('/categories')}>
        elsewhere
      </button>
      {pathname === '/login' && <Login />}
    </>
  );
}

test.each([
  ['whoever was sent there by a page is on it again, and Back leads on', ['deal', 'add'], '/'],
  ['whoever came otherwise is on that page, and Back leads to where they were', ['come otherwise'], '/'],
])('%s', async (_, ways, before) => {
  vi.useFakeTimers();
  signOut();
  fakeServer({ 'POST /api/auth/login': () => ({ user: ana }), 'GET /api/auth/me': () => ({ user: ana }) });
  show(<Shop />);
  for (const way of ways) press(way);
  await pass(0);
  fill(t('login.email'), ana.email);
  fill(t('login.password'), 'një gotë me ujë');
  press(t('login.action'));
  await pass(500);
  expect(address()).toBe('/deal/1');
  press('back');
  await pass(0);
  expect(address()).toBe(before);
});
