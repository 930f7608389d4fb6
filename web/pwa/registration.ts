/** Registers the service worker and offers its updates. */
import type { Translate } from '#core/i18n/t.ts';
import { hasConnection, onConnection, reportUnreachable, waitForConnection } from '#web/kit/data/online.ts';
import { NEWER_COPY, SAVED_COPY_ID } from '#web/kit/data/saved-copies.ts';
import { toast } from '#web/kit/toasts.ts';
import { comparePush } from './push.ts';

/** The first visit is not slowed down: it is registered this long afterwards, in ms. */
const REGISTER_AFTER_MS = 4000;
/** A page that stays open looks for a new version at most this often, when it is shown again, in ms. */
const UPDATE_MS = 3_600_000;
/** How long the new version may take to replace the old one, in ms. */
const TAKE_OVER_MS = 3000;
/** A purchase is not interrupted: the update is offered on a later page. */
const BUSY = /^\/checkout/;

/** Called once the page has loaded. Failures are only logged (Spec 1 §1). */
export function registerServiceWorker(t: Translate): void {
  const isSparing = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || isSparing) return;
  const notice = document.getElementById(SAVED_COPY_ID);
  if (notice) updateNotice(notice);
  const register = async () => {
    try {
      const registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
      watch(registration, t);
      await comparePush(registration);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: Spec 1 §1 wants it logged
      console.warn('The service worker could not be registered', error);
    }
  };
  setTimeout(register, navigator.serviceWorker.controller ? 0 : REGISTER_AFTER_MS);
}

/**
 * The notice of a page that the service worker kept says whether there is a connection, and with one links to the newer page
 * once there is one.
 */
function updateNotice(notice: HTMLElement): void {
  const [offline, ...others] = notice.querySelectorAll('span');
  const newer = others.pop();
  const isSlow = 'slow' in notice.dataset;
  let isOffered = false;
  const update = () => {
    const isOnline = hasConnection();
    notice.classList.toggle('bg-night', isOnline);
    notice.classList.toggle('bg-[#b3261e]', !isOnline);
    offline?.toggleAttribute('hidden', isOnline);
    for (const slow of others) slow.hidden = !isOnline || isOffered;
    newer?.toggleAttribute('hidden', !isOnline || !isOffered);
  };
  const offer = () => {
    isOffered = true;
    update();
  };
  if (isSlow) {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('message', ({ data }) => data === NEWER_COPY && offer());
    // It may have come before.
    serviceWorker.controller?.postMessage(NEWER_COPY);
  } else {
    reportUnreachable();
    void waitForConnection().then(offer);
  }
  onConnection(update);
}

function watch(registration: ServiceWorkerRegistration, t: Translate): void {
  const offer = () => {
    // The first one does not replace any.
    if (!registration.waiting || !navigator.serviceWorker.controller || BUSY.test(location.pathname)) return;
    const run = () => {
      // An even newer one may have taken its place.
      const { waiting } = registration;
      if (!waiting) return location.reload();
      waiting.addEventListener('statechange', () => waiting.state !== 'activating' && location.reload());
      waiting.postMessage({ type: 'SKIP_WAITING' });
      // Chromium does not replace a worker that it holds for busy before the page is left.
      setTimeout(() => location.reload(), TAKE_OVER_MS);
    };
    toast({ tone: 'note', title: t('app.updateAvailable'), action: { label: t('app.updateNow'), run } });
  };
  offer();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && offer());
  });
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - checkedAt < UPDATE_MS) return;
    checkedAt = Date.now();
    // Without a connection it is tried at the next opportunity.
    registration.update().catch(() => {});
  });
}
