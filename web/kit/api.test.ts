import { onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { api } from './api.ts';

const answers = {
  'without an answer': () => Promise.reject(new TypeError('Failed to fetch')),
  'in the middle of its answer': async () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })),
};

test('a call says in which language the page is shown, whatever the browser reads besides', async () => {
  vi.stubGlobal('fetch', (_url: string, { headers }: RequestInit) => {
    const language = new Headers(headers).get('accept-language');
    return Promise.resolve(new Response(JSON.stringify({ message: language, code: 'x' }), { status: 404 }));
  });
  document.documentElement.lang = 'sq';
  await expect(api.call(accounts.me)).rejects.toMatchObject({ said: 'sq' });
});

test.each([
  ['a short one', 1000, true],
  ['one that is longer than browsers send for a page that was left', 17_000, false],
])('what was pressed is sent though its page is left: %s', async (_which, letters, isKept) => {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}', { status: 404 }));
  vi.stubGlobal('fetch', asked);
  const body = { sessionId: '💇'.repeat(letters), dealId: 'x' };
  await expect(api.call(cart.add, { body })).rejects.toMatchObject({ status: 404 });
  expect(asked.mock.calls[0]?.[1].keepalive).toBe(isKept);
});

test.each(Object.entries(answers))(
  'a request broken off %s fails, but not on a page that is being left',
  async (_how, answer) => {
    vi.stubGlobal('fetch', answer);
    const told = vi.fn();
    const send = () => api.call(favorites.remove, { params: { dealId: 'x', sessionId: 'session_1' } }).catch(told);
    await send();
    expect(told).toHaveBeenCalledTimes(1);
    const broken = send();
    // Some browsers break it off just before they tell the page.
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
  ['an answer', 200, '{}', true],
  ['a refusal', 404, refused, true],
  ['what is no refusal of ours', 404, 'Not Found', false],
  ['what is said in the place of a server that is away', 503, refused, false],
  ['what is no answer of ours', 200, '<h1>Hotel</h1>', false],
])('%s is a connection: %i %s', async (_what, status, text, isOne) => {
  onTestFinished(() => onlineManager.setOnline(true));
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
  onlineManager.setOnline(false);
  await api.call(accounts.me).catch(() => {});
  expect(onlineManager.isOnline()).toBe(isOne);
});
