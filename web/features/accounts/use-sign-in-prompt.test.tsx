import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { useSignInPrompt } from './use-sign-in-prompt.ts';

const visited: string[] = [];

beforeEach(() => {
  visited.length = 0;
  vi.useFakeTimers();
});

function Shop() {
  const [deal, setDeal] = useState(true);
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  if (visited.at(-1) !== `${pathname} ${key}`) visited.push(`${pathname} ${key}`);
  return (
    <>
      {pathname === '/' && deal && <Ask />}
      <button type="button" onClick={() => setDeal(false)}>
        close
      </button>
      <button type="button" onClick={() => navigate('/cart')}>
        leave
      </button>
    </>
  );
}

const Ask = () => (
  <button type="button" onClick={useSignInPrompt('/login')}>
    add
  </button>
);

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const paths = () => visited.map((entry) => entry.split(' ')[0]);

test('one second after the prompt one is at the sign-in page', async () => {
  show(<Shop />);
  press('add');
  await wait(999);
  expect(paths()).toEqual(['/']);
  await wait(1);
  expect(paths()).toEqual(['/', '/login']);
});

test('pressing three times leads there once', async () => {
  show(<Shop />);
  press('add');
  await wait(300);
  press('add');
  await wait(300);
  press('add');
  await wait(5000);
  expect(paths()).toEqual(['/', '/login']);
});

test.each(['pointerdown', 'focusin'])('whoever turns to something else meanwhile (%s) stays', async (sign) => {
  show(<Shop />);
  press('add');
  await wait(500);
  fireEvent(screen.getByRole('button', { name: 'close' }), new Event(sign, { bubbles: true }));
  await wait(5000);
  expect(paths()).toEqual(['/']);
  press('add');
  await wait(1000);
  expect(paths()).toEqual(['/', '/login']);
});

test.each(['close', 'leave'])('whoever decides to %s meanwhile is not taken away', async (way) => {
  show(<Shop />);
  press('add');
  await wait(500);
  press(way);
  await wait(5000);
  expect(paths()).not.toContain('/login');
});
