import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { useToast } from '#web/kit/toasts.ts';
import { useSignInPrompt } from './use-sign-in-prompt.ts';

const visited: string[] = [];

beforeEach(() => {
  visited.length = 0;
  vi.useFakeTimers();
});

function Shop({ slowly = false }) {
  const [deal, setDeal] = useState(true);
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  if (visited.at(-1) !== `${pathname} ${key}`) visited.push(`${pathname} ${key}`);
  return (
    <>
      {pathname === '/' && deal && <Ask slowly={slowly} />}
      <button type="button" onClick={() => setDeal(false)}>
        close
      </button>
      <button type="button" onClick={() => navigate('/cart')}>
        leave
      </button>
    </>
  );
}

/** `slowly`: it takes two seconds to know that it is a guest. */
function Ask({ address = '/login', slowly = false }: { address?: string; slowly?: boolean }) {
  const ask = useSignInPrompt(address);
  return (
    <button
      type="button"
      onClick={({ currentTarget: control }) => {
        const asker = { control, focused: document.activeElement };
        setTimeout(() => ask(asker), slowly ? 2000 : 0);
      }}
    >
      add
    </button>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => {
  fireEvent.click(button(name));
  act(() => vi.advanceTimersByTime(0));
};
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

test.each([
  { does: 'presses something else', sign: () => fireEvent.pointerDown(button('close')) },
  { does: 'goes to something else', sign: () => fireEvent.focusIn(button('close')) },
  { does: 'goes to what is no control', sign: () => fireEvent.focusIn(document.body) },
  { does: 'presses Escape', sign: () => fireEvent.keyDown(document.body, { key: 'Escape' }) },
  { does: 'reads on by keys', sign: () => fireEvent.keyDown(document.body, { key: 'ArrowDown' }) },
])('whoever $does meanwhile stays', async ({ sign }) => {
  show(<Shop />);
  press('add');
  await wait(500);
  sign();
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

test.each([
  ['is lost as they are asked', 0],
  ['is lost before they go', 500],
])('nobody is led to a page that cannot be fetched: the connection %s', async (_, ms) => {
  onTestFinished(() => onlineManager.setOnline(true));
  show(<Shop />);
  if (ms === 0) onlineManager.setOnline(false);
  press('add');
  await wait(ms);
  onlineManager.setOnline(false);
  await wait(2000);
  expect(paths()).toEqual(['/']);
});

test('who has no connection reads that, and is not asked to sign in', () => {
  onTestFinished(() => onlineManager.setOnline(true));
  show(<Shop />);
  onlineManager.setOnline(false);
  press('add');
  expect(renderHook(useToast).result.current?.text).toBe(t('offline.needsConnection'));
});
