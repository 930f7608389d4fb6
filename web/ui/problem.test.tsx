import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { HomeEmpty } from '#web/features/browse/nothing-found.tsx';
import { reportReached, reportUnreachable } from '#web/kit/data/online.ts';
import { ConnectionBanner } from '#web/shell/connection-banner.tsx';
import { ErrorFallback } from '#web/shell/error-fallback.tsx';
import { EmptyState, MissingPart, Problem } from './problem.tsx';

test('drawing, failed to load, is replaced by free space and retried with the connection', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  onTestFinished(() => onlineManager.setOnline(true));
  show(<EmptyState art="offline" title="nothing" />);
  const drawing = () => document.querySelector('img');
  act(() => onlineManager.setOnline(false));
  fireEvent.error(drawing() as HTMLElement);
  expect([drawing(), screen.getByRole('heading').textContent]).toEqual([null, 'nothing']);
  act(() => onlineManager.setOnline(true));
  expect(drawing()?.getAttribute('src')).toBe('/art/offline.svg');
});

beforeEach(() => {
  vi.useFakeTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const announced = async (content: ReactNode) => {
  show(content);
  await wait(300);
  return said();
};

test('failed page, is announced with the reason', async () => {
  expect(await announced(<Problem text="Arsyeja." retry={() => {}} />)).toEqual([
    `${t('errorFallback.title')}. Arsyeja.`,
  ]);
});

test('failed part of a page, is announced with its name', async () => {
  const error = new Error('no answer');
  const [text] = await announced(<MissingPart what={t('salon.failed')} error={error} retry={() => {}} />);
  expect(text).toBe(screen.getByText(t('salon.failed')).parentElement?.textContent);
});

test('page that failed to render, is announced', async () => {
  expect(await announced(<ErrorFallback retry={() => {}} />)).toEqual([
    `${t('errorFallback.title')}. ${t('errorFallback.text')}`,
  ]);
});

test('failed list of deals, is announced', async () => {
  const nothing = { unbound: null, everywhere: null, clear: () => {}, retry: () => {} };
  expect(await announced(<HomeEmpty search="" failed {...nothing} />)).toEqual([t('error.fetchDeals')]);
});

test('connection, lost and back, is announced', async () => {
  expect(await announced(<ConnectionBanner />)).toEqual([]);
  act(reportUnreachable);
  await wait(9000);
  expect(said()).toEqual([t('offline.banner')]);
  act(reportReached);
  await wait(300);
  expect(said()).toEqual([t('offline.banner'), t('offline.back')]);
});
