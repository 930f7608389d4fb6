import { onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { api } from './api.ts';

const answers = {
  'before an answer': () => Promise.reject(new TypeError('Failed to fetch')),
  'during its answer': async () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })),
};

test('API call, page in Albanian, sends the language of the page', async () => {
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    const language = new Headers(headers).get('accept-language');
    return Promise.resolve(new Response(JSON.stringify({ message: language, code: 'x' }), { status: 404 }));
  });
  document.documentElement.lang = 'sq';
  await expect(api.call(accounts.me)).rejects.toMatchObject({ said: 'sq' });
});

test.each([
  ['short', 1000, true],
  ['longer than 64 KiB', 17_000, false],
])('API call, body %s, is sent with keepalive where browsers allow it', async (_which, letters, isKept) => {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}', { status: 404 }));
  vi.stubGlobal('fetch', asked);
  const body = { sessionId: '💇'.repeat(letters), dealId: 'x' };
  await expect(api.call(cart.add, { body })).rejects.toMatchObject({ status: 404 });
  expect(asked.mock.calls[0]?.[1].keepalive).toBe(isKept);
});

test.each(Object.entries(answers))(
  'API call, aborted %s, rejects; on a page being left only once it is shown again',
  async (_how, answer) => {
    vi.stubGlobal('fetch', answer);
    const told = vi.fn();
    const send = () => api.call(favorites.remove, { params: { dealId: 'x', sessionId: 'session_1' } }).catch(told);
    await send();
    expect(told).toHaveBeenCalledTimes(1);
    const broken = send();
    // Some browsers abort it just before `pagehide`.
    await Promise.resolve();
    window.dispatchEvent(new Event('pagehide'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('pageshow'));
    await broken;
    expect(told).toHaveBeenCalledTimes(2);
  },
);

const refused = JSON.stringify({ message: 'Nuk u gjet', code: 'deals.notFound' });

test.each([
  ['answer', 200, '{}', true],
  ['refusal with a code', 404, refused, true],
  ['error of a proxy', 404, 'Not Found', false],
  ['5xx', 503, refused, false],
  ['captive portal', 200, '<h1>Hotel</h1>', false],
])(
  'connection state, %s (%i %s), counts as online only for answers of our server',
  async (_what, status, text, isOne) => {
    onTestFinished(() => onlineManager.setOnline(true));
    vi.stubGlobal('fetch', async () => new Response(text, { status }));
    onlineManager.setOnline(false);
    await api.call(accounts.me).catch(() => {});
    expect(onlineManager.isOnline()).toBe(isOne);
  },
);
