import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { dealNumber, type FakeServer, fakeServer, noAnswer } from '#test/fake-server.ts';
import { lazily } from '../kit/lazily.tsx';
import { OpenedDeal } from './opened-deal.tsx';

const card = dealNumber(1);
let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeServer({ 'GET /api/deals': () => card });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const dialog = () => screen.getByRole<HTMLDialogElement>('dialog', { name: card.title });

/** A deal over its list whose script is on its way; the first attempt to fetch it, and those after it. */
async function open(...scripts: (() => Promise<() => React.JSX.Element>)[]): Promise<void> {
  const Content = lazily(() => (scripts.shift() ?? (() => Promise.reject(new Error('no more'))))());
  const content = (
    <OpenedDeal>
      <Content />
    </OpenedDeal>
  );
  await act(async () => void show(content, { at: `/deal/${card.id}`, state: { preview: card } }));
  await pass(0);
}

const Deal = () => <h2>there</h2>;

test('without its script the dialog of a deal is there, named after it, with its way out', async () => {
  await open(() => new Promise(() => {}));
  expect([dialog().open, dialog().textContent]).toEqual([true, t('common.loading')]);
  expect(screen.getByRole('button', { name: t('a11y.closeDialog') })).toBeTruthy();
});

test('without a connection it says so, and goes on by itself with it', async () => {
  for (const call of ['GET /api/deals', 'GET /healthz']) server.on(call, noAnswer);
  await open(
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Deal,
  );
  await pass(2000);
  expect(dialog().textContent).toContain(t('offline.missing'));
  server.on('GET /api/deals', () => card);
  server.on('GET /healthz', () => ({ status: 'alive' }));
  await pass(5000);
  expect(dialog().textContent).not.toContain(t('offline.missing'));
  expect(screen.getByRole('heading', { name: 'there' })).toBeTruthy();
});
