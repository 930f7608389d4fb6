import { act, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { deals } from '#core/contract/deals.ts';
import { show, t } from '#test/dom.tsx';
import { api } from '#web/kit/api.ts';
import { onConnection } from '#web/kit/online.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

type Network = 'fine' | 'slow' | 'gone' | 'captive' | 'broken' | 'silent';

const network = { state: 'fine' as Network, asked: 0 };

const silence = (init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
  );

/** What a browser would get at this moment. */
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
      return url === '/healthz' ? Response.json({ status: 'alive' }) : silence(init);
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
/** A request that fails says so a moment later, in case the page is being left. */
const failed = async (lost: Promise<unknown>) => {
  await pass(1);
  await lost;
};
/** Not what is said besides. */
const seen = { ignore: '[data-live-region] *' };
const red = () => screen.queryByText(t('offline.banner'), seen) !== null;
const green = () => screen.queryByText(t('offline.back'), seen) !== null;
const tab = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

/** Ways in which a connection is lost: what becomes of the network, and whether the browser notices. */
const losses = {
  'the browser says so': async () => {
    network.state = 'gone';
    isOnline(false);
    event('offline');
  },
  'a request fails and the browser knows nothing of it': async () => {
    network.state = 'gone';
    await failed(call());
  },
  'a request fails and nothing answers any more': async () => {
    network.state = 'gone';
    const lost = call();
    network.state = 'silent';
    await failed(lost);
  },
  'a request fails and a hotel answers instead of us': async () => {
    network.state = 'gone';
    const lost = call();
    network.state = 'captive';
    await failed(lost);
  },
  'a request fails and what stands before our server is in trouble': async () => {
    network.state = 'gone';
    const lost = call();
    network.state = 'broken';
    await failed(lost);
  },
  'a request hangs': async () => {
    network.state = 'silent';
    void call();
  },
};

/** Ways in which it comes back. */
const returns = {
  'the browser says so': async () => {
    network.state = 'fine';
    isOnline(true);
    event('online');
  },
  'nobody says so': async () => {
    network.state = 'fine';
  },
  'another request is answered': async () => {
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

for (const [loss, lose] of Object.entries(losses)) {
  for (const [way, comeBack] of Object.entries(returns)) {
    test(`red within five seconds when ${loss}, green within five when ${way}`, async () => {
      expect([red(), green()]).toEqual([false, false]);
      await act(lose);
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

test('a dialog does not cover it', async () => {
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

test('one lost request is not a lost connection', async () => {
  network.state = 'gone';
  const lost = call();
  network.state = 'fine';
  await failed(lost);
  await pass(10_000);
  expect([red(), green(), network.asked]).toEqual([false, false, 1]);
});

test('a browser that wrongly says it is offline is corrected at once', async () => {
  isOnline(false);
  event('offline');
  await pass(0);
  expect(red()).toBe(false);
});

test('a browser that says it is online is not believed while a hotel answers', async () => {
  network.state = 'gone';
  event('offline');
  await pass(1000);
  network.state = 'captive';
  event('online');
  await pass(10_000);
  expect([red(), green()]).toEqual([true, false]);
});

test('what a hotel answers to a call is no connection, not for a moment', async () => {
  const heard: boolean[] = [];
  onTestFinished(onConnection((isOnline) => heard.push(isOnline)));
  network.state = 'captive';
  for (let n = 0; n < 5; n++) {
    await failed(call());
    await pass(2000);
  }
  expect([heard, red()]).toEqual([[false], true]);
});

test('an answer of 5xx says nothing about the connection', async () => {
  network.state = 'broken';
  await act(call);
  await pass(5000);
  expect(red(), 'while there is one').toBe(false);
  network.state = 'gone';
  event('offline');
  await pass(100);
  network.state = 'broken';
  await act(call);
  expect([red(), green()], 'while there is none').toEqual([true, false]);
});

test('nobody asks in a tab that is not looked at; it is right again once it is', async () => {
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

test('while there is a connection nobody asks', async () => {
  await act(call);
  await pass(60_000);
  expect(network.asked).toBe(0);
});

test('a request that hangs while our server answers is no lost connection, and is given up in the end', async () => {
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

test('a connection lost while a slow request is under way is seen too', async () => {
  network.state = 'slow';
  void call();
  await pass(4000);
  expect(red()).toBe(false);
  network.state = 'silent';
  await pass(5000);
  expect(red()).toBe(true);
});

test('what changes something is given longer', async () => {
  network.state = 'slow';
  let failure: unknown;
  void api.call(cart.add, { body: { dealId: 'x', quantity: 1, sessionId: 'session_1' } }).catch((error: unknown) => {
    failure = error;
  });
  await pass(29_900);
  expect(failure).toBeUndefined();
  await pass(200);
  expect(failure).toBeDefined();
});
