import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { MissingPart, Problem } from '#web/ui/problem.tsx';
import { HomeEmpty } from '../features/browse/home-list.tsx';
import { reportReached, reportUnreachable } from '../kit/online.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorFallback } from './error-fallback.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const saidOf = async (content: ReactNode) => {
  show(content);
  await wait(300);
  return said();
};

test('what could not be fetched is said, with the reason', async () => {
  expect(await saidOf(<Problem text="Arsyeja." retry={() => {}} />)).toEqual([`${t('errorFallback.title')}. Arsyeja.`]);
});

test('so is a part that is missing', async () => {
  const error = new Error('no answer');
  const [text] = await saidOf(<MissingPart what={t('salon.failed')} error={error} retry={() => {}} />);
  expect(text).toBe(screen.getByText(t('salon.failed')).parentElement?.textContent);
});

test('so is a screen that broke', async () => {
  expect(await saidOf(<ErrorFallback retry={() => {}} />)).toEqual([
    `${t('errorFallback.title')}. ${t('errorFallback.text')}`,
  ]);
});

test('so is a list that did not come', async () => {
  const nothing = { unbound: null, everywhere: null, clear: () => {}, retry: () => {} };
  expect(await saidOf(<HomeEmpty search="" failed {...nothing} />)).toEqual([t('error.fetchDeals')]);
});

test('so is a connection that is lost, and that it is back', async () => {
  expect(await saidOf(<ConnectionBanner />)).toEqual([]);
  act(reportUnreachable);
  // Nobody answers whether it was that request alone.
  await wait(3000);
  expect(said()).toEqual([t('offline.banner')]);
  act(reportReached);
  await wait(300);
  expect(said()).toEqual([t('offline.banner'), t('offline.back')]);
});

test('the test can tell: what is pressed says nothing of it', async () => {
  const retry = vi.fn();
  await saidOf(<Problem text="Arsyeja." retry={retry} />);
  fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
  await wait(300);
  expect([retry.mock.calls.length, said().length]).toEqual([1, 1]);
});
