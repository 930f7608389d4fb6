import { beforeEach, expect, test, vi } from 'vitest';

const handlers: Record<string, (event: object) => void> = {};
const openWindow = vi.fn();
const showNotification = vi.fn(async (..._shown: unknown[]) => {});
const unsubscribe = vi.fn();
const getSubscription = async () => ({ unsubscribe });
const close = vi.fn();
const windows: { url: string; navigate: (url: string) => Promise<unknown> }[] = [];
const worker = {
  addEventListener: (type: string, handler: (event: object) => void) => {
    handlers[type] = handler;
  },
  location: { origin: 'https://bukuri.al' },
  registration: { showNotification, pushManager: { getSubscription }, getNotifications: async () => [{ close }] },
  clients: { matchAll: async () => windows, openWindow },
};
// Stubs of Vitest end with each test.
Object.defineProperty(globalThis, 'self', { value: worker, configurable: true });
const { endPush, handlePushMessages } = await import('./push-messages.ts');
handlePushMessages(async () => ({ 'app.push.title': 'Njoftim', 'app.push.text': 'Prekeni' }));

async function dispatch(type: string, event: object): Promise<void> {
  const done: Promise<unknown>[] = [];
  handlers[type]?.({ ...event, waitUntil: (work: Promise<unknown>) => done.push(work) });
  await Promise.all(done);
}
const click = (path: unknown) => dispatch('notificationclick', { notification: { close: () => {}, data: { path } } });
const addWindow = (path: string) => {
  const navigate = vi.fn(async (_url: string) => ({ focus: async () => {} }));
  windows.push({ url: `https://bukuri.al${path}`, navigate });
  return navigate;
};

beforeEach(() => {
  windows.length = 0;
  vi.clearAllMocks();
});

test.each([
  [null, 'Njoftim'],
  [{ json: () => JSON.parse('no JSON') }, 'Njoftim'],
  [{ json: () => null }, 'Njoftim'],
  [{ json: () => ({ title: 7, body: 'x' }) }, 'Njoftim'],
  [{ json: () => ({ title: 'Ofertë', body: 'Manikyr', badge: 2 }) }, 'Ofertë'],
])('push message %#, is shown', async (data, title) => {
  await dispatch('push', { data });
  expect(showNotification.mock.calls.map(([shown]) => shown)).toEqual([title]);
});

test('sign-out, ends the subscription and closes shown notifications', async () => {
  await endPush();
  expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
});

test('notification, pressed, navigates an open window, but none in a purchase', async () => {
  const buying = addWindow('/checkout');
  await click('/deal/1');
  expect(openWindow).toHaveBeenCalledWith('https://bukuri.al/deal/1');
  const free = addWindow('/cart');
  await click('/deal/2');
  expect(free).toHaveBeenCalledWith('https://bukuri.al/deal/2');
  expect(buying).not.toHaveBeenCalled();
  expect(openWindow).toHaveBeenCalledTimes(1);
});

test.each(['https://evil.example/x', '//evil.example', 'javascript:alert(1)', 'http://[', null, 7])(
  'notification with the path %j, opens the home page',
  async (path) => {
    await click(path);
    expect(openWindow).toHaveBeenCalledWith('https://bukuri.al');
  },
);
