/** The push subscription of this browser, and its copy on the server. */

import { accounts } from '#core/contract/accounts/accounts.ts';
import { push, type Subscription } from '#core/contract/push.ts';
import { api } from '#web/kit/data/api.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { cookie } from '#web/kit/preferences.ts';
import { isStandalone } from './install.ts';

const DAY_MS = 24 * 3_600_000;

interface Enabled {
  /** Who switched it on. */
  userId: string;
  /** When browser and server were last compared. */
  comparedAt: number;
}

/** Null: off in this browser. Cleared on sign-out; after a session that just ended it is compared again. */
const enabled = createStoredState<Enabled | null>('push', {
  none: null,
  read: (stored) => stored as Enabled | null,
  isPersonal: (_, isEnd) => !isEnd,
  atEnd: (value) => value && { ...value, comparedAt: 0 },
});

/** `notInstalled`: iPhones have it in the installed app only. */
export type PushState = 'unsupported' | 'notInstalled' | 'denied' | 'off' | 'on';

const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** What is true in the browser and on the server. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return isIos() && !isStandalone() ? 'notInstalled' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const [subscription, { endpoint }] = await Promise.all([subscriptionHere(), api.call(push.get)]);
  return subscription && subscription.endpoint === endpoint ? 'on' : 'off';
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks for the permission, so call it in a tap. Undone in the browser when the server refuses. */
export async function turnPushOn(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  const { publicKey } = await api.call(push.get);
  // Registered a while after the first page otherwise.
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  await subscribe(await navigator.serviceWorker.ready, publicKey);
  enabled.set({ userId, comparedAt: Date.now() });
  return 'on';
}

export async function turnPushOff(): Promise<PushState> {
  await api.call(push.remove);
  enabled.set(null);
  await endHere();
  return 'off';
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<void> {
  const before = await pushManager.getSubscription();
  // The shop got another key.
  const isKept = before !== null && base64Url(before.options.applicationServerKey) === publicKey;
  if (!isKept) await before?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth } as Subscription;
  try {
    await api.call(push.save, { body });
  } catch (error) {
    if (!isKept) await subscription.unsubscribe();
    throw error;
  }
}

function base64Url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])));
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function endHere(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
}

/**
 * Compares browser and server once a day and after each sign-in, and mends what differs: the subscription is of whoever switched
 * it on, and only of them. Ends with a sign-out in any tab.
 */
export async function comparePush(registration: ServiceWorkerRegistration): Promise<void> {
  if (!isSupported()) return;
  enabled.subscribe(() => {
    if (enabled.get() === null) void endHere().catch(() => {});
  });
  if (!cookie('signedIn')) return;
  const now = enabled.readFresh();
  if (now && Date.now() - now.comparedAt < DAY_MS) return;
  if (!now && !(await registration.pushManager.getSubscription())) return;
  try {
    const [{ user }, { publicKey, endpoint }] = await Promise.all([api.call(accounts.me), api.call(push.get)]);
    const isTheirs = now ? now.userId === user.id : endpoint !== null;
    if (isTheirs && Notification.permission === 'granted') {
      await subscribe(registration, publicKey);
      enabled.set({ userId: user.id, comparedAt: Date.now() });
    } else {
      if (isTheirs) await api.call(push.remove);
      enabled.set(null);
      await endHere();
    }
  } catch {
    // The session has ended, or the server was not reached: tried again on the next page.
  }
}
