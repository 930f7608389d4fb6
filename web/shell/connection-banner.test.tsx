import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { deals } from '#core/contract/deals.ts';
import { show, t } from '#test/dom.tsx';
import { api } from '#web/kit/data/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

type Network = 'fine' | 'slow' | 'gone' | 'captive' | 'broken' | 'silent';

const network = { state: 'fine' as Network, asked: 0 };

const silence = (init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  );

/** The answer of the network in its current state. */
async function answer(url: string, init?: RequestInit): Promise<Response> {
  if (url === '/healthz') network.asked += 1;
  switch (network.state) {
    case 'gone':
      throw new TypeError('Failed to fetch');
    case 'captive':
      return new Response('<h1>Hotel</h1>', { status: 200 });
    case 'broken':
      return new Response('', { status: 502 });
    case 'slow':
      if (url !== '/healthz') return silence(init);
      await new Promise((resolve) => setTimeout(resolve, 6000));
      return Response.json({ status: 'alive' });
    case 'silent':
      return silence(init);
    case 'fine':
      return Response.json(url === '/healthz' ? { status: 'alive' } : []);
  }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const event = (name: string) => act(() => void window.dispatchEvent(new Event(name)));
const isOnline = (value: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(value);
const call = () => api.call(deals.list, { query: {} }).catch(() => {});
/** A failed call rejects one task later, in case the page is being left. */
const failed = async (lost: Promise<unknown>) => {
  await pass(1);
  await lost;
};
/** Ignores the live region. */
const seen = { ignore: '[data-live-region] *' };
const red = () => screen.queryByText(t('offline.banner'), seen) !== null;
const green = () => screen.queryByText(t('offline.back'), seen) !== null;
const tab = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

/** How the connection is lost. */
const losses = {
  'an offline event': async () => {
    network.state = 'gone';
    isOnline(false);
    event('offline');
  },
  'a failed request': async () => {
    network.state = 'gone';
    await failed(call());
  },

  'a failed request, then a captive portal': async () => {
    network.state = 'gone';
    const lost = call();
    network.state = 'captive';
    await failed(lost);
  },

  'a hanging request, which may be slow for ten seconds': async () => {
    network.state = 'silent';
    void call();
    await pass(5500);
    expect(red()).toBe(false);
  },
};

/** How it comes back. */
const returns = {
  'an online event': async () => {
    network.state = 'fine';
    isOnline(true);
    event('online');
  },
  'a check': async () => {
    network.state = 'fine';
  },
  'another answered request': async () => {
    network.state = 'fine';
    await call();
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
  Object.assign(network, { state: 'fine', asked: 0 });
  show(<ConnectionBanner />);
});

for (const [loss, disconnect] of Object.entries(losses)) {
  for (const [way, comeBack] of Object.entries(returns)) {
    test(`connection banner, ${loss}, is red within five seconds; after ${way}, green for three`, async () => {
      expect([red(), green()]).toEqual([false, false]);
      await act(disconnect);
      await pass(5000);
      expect([red(), green()]).toEqual([true, false]);
      await pass(60_000);
      expect(red(), 'as long as it lasts').toBe(true);
      await act(comeBack);
      for (let waited = 0; waited < 5000 && red(); waited += 100) await pass(100);
      expect([red(), green()]).toEqual([false, true]);
      await pass(2800);
      expect(green()).toBe(true);
      await pass(300);
      expect([red(), green()]).toEqual([false, false]);
    });
  }
}

test('connection banner, dialog open, is rendered inside it', async () => {
  const { unmount } = show(
    <Dialog title="deal" onClose={() => {}}>
      open
    </Dialog>,
  );
  network.state = 'gone';
  event('offline');
  await pass(100);
  expect(screen.getByText(t('offline.banner'), seen).closest('dialog')).toBe(screen.getByRole('dialog'));
  unmount();
  await pass(100);
  expect(red()).toBe(true);
});

test('connection banner, one failed request, is not shown', async () => {
  network.state = 'gone';
  const lost = call();
  network.state = 'fine';
  await failed(lost);
  await pass(10_000);
  expect([red(), green(), network.asked]).toEqual([false, false, 1]);
});

test('connection checks, tab hidden, pause until it is visible', async () => {
  network.state = 'gone';
  event('offline');
  await pass(100);
  tab('hidden');
  const { asked } = network;
  await pass(60_000);
  expect(network.asked).toBe(asked);
  network.state = 'fine';
  tab('visible');
  await pass(100);
  expect([red(), green()]).toEqual([false, true]);
});

test('connection checks, online, are not made', async () => {
  await act(call);
  await pass(60_000);
  expect(network.asked).toBe(0);
});

test('hanging request, server slow to answer, times out without a banner', async () => {
  network.state = 'slow';
  let failure: unknown;
  void api.call(deals.list, { query: {} }).catch((error: unknown) => {
    failure = error;
  });
  await pass(14_900);
  expect([red(), failure]).toEqual([false, undefined]);
  await pass(200);
  expect([red(), failure]).toEqual([false, expect.objectContaining({ name: 'TimeoutError' })]);
});
