/** Registers the service worker and offers its updates. */
import type { Translate } from '#core/i18n/t.ts';
import { reportUnreachable, waitForConnection } from '#web/kit/data/online.ts';
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
  if (notice) offerNewer(notice);
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

/** The notice of a page that the service worker kept links to the newer one, once there is one or a connection. */
function offerNewer(notice: HTMLElement): void {
  const offer = () => {
    notice.querySelector('span')?.remove();
    notice.querySelector('a')?.removeAttribute('hidden');
  };
  if ('slow' in notice.dataset) {
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('message', ({ data }) => data === NEWER_COPY && offer());
    // It may have come before.
    serviceWorker.controller?.postMessage(NEWER_COPY);
  } else {
    reportUnreachable();
    void waitForConnection().then(offer);
  }
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
