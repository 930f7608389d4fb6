/**
 * The window in which a page of the payment provider is opened. On its return it knows itself by a mark in its session
 * storage: the opener and the name of a window do not survive a visit to another site.
 */
import type { Translate } from '#core/i18n/t.ts';
import { toast } from '#web/kit/toasts.ts';

const MARK = 'paymentWindow';
/** Spec 2 §9. */
const [WIDTH, HEIGHT] = [800, 600];

let opened: Window | null = null;

/**
 * Opens the window, with a text until the page is known; null where browsers block it. Must be called in the click itself. A
 * window opened before is closed.
 */
export function openPaymentWindow(t: Translate): Window | null {
  opened?.close();
  const left = Math.round(window.screenX + (window.outerWidth - WIDTH) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - HEIGHT) / 2);
  opened = window.open('', '_blank', `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
  if (!opened || opened.closed) return null;
  try {
    opened.sessionStorage.setItem(MARK, '');
  } catch {
    // Without storage it stays open on its return, as a page like any other.
  }
  const { document: page } = opened;
  const { backgroundColor, color } = getComputedStyle(document.body);
  page.documentElement.lang = t.language;
  page.title = t('membership.opening');
  page.body.textContent = t('membership.opening');
  Object.assign(page.body.style, {
    backgroundColor,
    color,
    font: '1rem system-ui',
    padding: '3rem',
    textAlign: 'center',
  });
  return opened;
}

/** Shows the provider's page in the window; in this one where that is blocked or cannot be used. */
export function showPage(url: string, popup: Window | null, t: Translate): void {
  if (!popup) {
    toast({ tone: 'note', title: t('membership.popupBlocked') });
    location.assign(url);
  } else if (popup.closed) {
    toast({
      tone: 'failed',
      title: t('membership.toast.paymentError'),
      text: t('membership.toast.failedOpenPayment'),
      action: { label: t('membership.openHere'), run: () => location.assign(url) },
    });
  } else {
    try {
      popup.location.replace(url);
      toast({ tone: 'note', title: t('membership.toast.paymentWindowOpened') });
    } catch {
      location.assign(url);
    }
  }
}

/** Whether this is a payment window, back from the provider. */
export function isPaymentWindow(): boolean {
  try {
    return sessionStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
}

/** Closes this payment window. Where the browser refuses, it is a window like any other from now on. */
export function closePaymentWindow(): void {
  sessionStorage.removeItem(MARK);
  window.close();
}
