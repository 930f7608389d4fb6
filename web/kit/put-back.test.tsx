import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { isAnyFetchLost, lazily } from './lazily.tsx';
import { pressedControls } from './press.ts';
import { toast, useToast } from './toasts.ts';

const Message = () => <output>{useToast()?.title}</output>;

test('a test may leave a message, a press and a lost script behind', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => Response.json({ status: 'alive' }));
  const Lost = lazily(() => Promise.reject(new TypeError('Failed to fetch')));
  show(
    <>
      <button type="button" onClick={() => toast({ title: 'left', tone: 'note' })}>
        leave
      </button>
      <Message />
    </>,
  );
  act(() => screen.getByRole('button').click());
  await act(async () => {
    render(
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          <Lost />
        </Suspense>
      </ErrorBoundary>,
    );
  });
  expect([screen.getByRole('status').textContent, pressedControls().length, isAnyFetchLost()]).toEqual([
    'left',
    1,
    true,
  ]);
});

test('the next one finds nothing of it', () => {
  show(<Message />);
  expect([screen.getByRole('status').textContent, pressedControls(), isAnyFetchLost()]).toEqual(['', [], false]);
});
