/** Push messages in the service worker: each is shown, whatever it holds, because browsers withdraw the permission otherwise. */
/// <reference lib="webworker" />
import type { PushPayload, Subscription } from '#core/contract/push.ts';

declare const self: ServiceWorkerGlobalScope;

type Text = Record<'app.push.title' | 'app.push.text', string>;

/** @param textOf - the words in the language of the pages */
export function handlePushMessages(textOf: () => Promise<Text>): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data, textOf)));
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPath(event.notification.data?.path));
  });
  self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renew()));
}

async function show(data: PushMessageData | null, textOf: () => Promise<Text>): Promise<void> {
  const { title, body, path, tag, badge } = read(data);
  const isWhole = isText(title) && isText(body);
  const general = isWhole ? null : await textOf();
  await self.registration.showNotification(isWhole ? title : (general?.['app.push.title'] ?? ''), {
    body: isWhole ? body : (general?.['app.push.text'] ?? ''),
    icon: '/icons/icon-192.png',
    ...(isText(tag) && { tag }),
    data: { path },
  });
  // Not in every browser; the number is a courtesy.
  if (Number.isInteger(badge)) await navigator.setAppBadge?.(badge).catch(() => {});
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** As far as it can be read. */
function read(data: PushMessageData | null): Partial<PushPayload> {
  try {
    return Object(data?.json());
  } catch {
    // No JSON: something is shown all the same.
    return {};
  }
}

/** Shows the page in a window of the shop, which may not be in the middle of a purchase, else in a new one. */
async function openPath(path: unknown): Promise<void> {
  const url = urlOf(path);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const free = windows.find((each) => !new URL(each.url).pathname.startsWith('/checkout'));
  try {
    const shown = await free?.navigate(url);
    if (shown) return void (await shown.focus());
  } catch {
    // The window was opened before there was a service worker.
  }
  await self.clients.openWindow(url);
}

/** On this site only. */
function urlOf(path: unknown): string {
  const { origin } = self.location;
  const url = URL.canParse(String(path), origin) ? new URL(String(path), origin) : null;
  return url?.origin === origin && isText(path) ? url.href : origin;
}

/** Messages are for whoever switched them on; the server has forgotten the subscription with the session. Those shown are closed. */
export async function endPush(): Promise<void> {
  const { registration } = self;
  const subscription = await registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  const shown = (await registration.getNotifications?.()) ?? [];
  for (const each of shown) each.close();
  // A browser without badges may not survive being asked.
  if (subscription || shown.length > 0) await navigator.clearAppBadge?.().catch(() => {});
}

/** The browser gave up the subscription: where this session wants messages, it gets a new one. */
async function renew(): Promise<void> {
  const url = '/api/push/subscription';
  const saved = await fetch(url);
  if (!saved.ok) return;
  const { publicKey, endpoint } = await saved.json();
  if (endpoint === null) return;
  const { pushManager } = self.registration;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint: next, keys } = (
    (await pushManager.getSubscription()) ?? (await pushManager.subscribe(options))
  ).toJSON();
  const body = { endpoint: next, p256dh: keys?.p256dh, auth: keys?.auth } as Subscription;
  await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}
