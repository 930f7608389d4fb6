/**
 * Hears what is pressed while the page is seen and its scripts are still on their way, and begins the page anew where they did
 * not come. Runs before they come, as a classic script: it may neither import nor export anything.
 */

declare global {
  interface Window {
    /** The page is alive: does what was pressed before. */
    doWhatWasPressed?: () => void;
    /** The script that begins has come, with all that it cannot do without. */
    hasBegun?: true;
  }
}

/** Who waited longer does not expect it any more. */
const KEPT_MS = 10_000;

/** Between two questions whether the shop can be reached again. */
const ASK_MS = 2_000;
/** Where beginning anew was of no use, it is tried again later. */
const LATER_MS = 30_000;

/** What a control heard last. */
const heard = new Map<HTMLElement, Event>();

function hear(event: Event): void {
  const isPress = event.type === 'click';
  const target = event.target as Element;
  if (isPress && leadsOn(event as MouseEvent, target.closest('a'))) {
    forgetAll();
    return;
  }
  const control = target.closest<HTMLElement>(isPress ? 'button[type=button]:not([aria-disabled=true])' : 'select');
  if (!control) return;
  // Pressed again because nothing seemed to happen, it is meant once.
  heard.delete(control);
  heard.set(control, event);
  control.dataset.heard = '';
  setTimeout(() => heard.get(control) === event && forget(control), KEPT_MS);
}

/** By itself, without us: to another page in this tab. */
function leadsOn(event: MouseEvent, link: HTMLAnchorElement | null): boolean {
  if (!link || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  return link.origin === location.origin && !link.hash;
}

function forget(control: HTMLElement): void {
  heard.delete(control);
  delete control.dataset.heard;
}

function forgetAll(): void {
  for (const control of heard.keys()) forget(control);
}

/** The browser asks no second time for a script that did not come. */
function beginAnew(): void {
  removeEventListener('load', look);
  removeEventListener('unhandledrejection', beginAnew);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  setTimeout(reload, navigation?.type === 'reload' ? LATER_MS : ASK_MS);
}

function reload(): void {
  const answer = fetch('/healthz', { cache: 'no-store' });
  answer.then(
    () => location.reload(),
    () => setTimeout(reload, ASK_MS),
  );
}

/** By then each script of the page has come or is lost. */
function look(): void {
  if (!window.hasBegun) beginAnew();
}

const again = (event: Event) =>
  event instanceof MouseEvent ? new MouseEvent(event.type, event) : new Event(event.type, event);

function listen(): void {
  const presses = ['click', 'change'];
  const leaving = ['submit', 'pagehide'];
  for (const type of presses) addEventListener(type, hear, true);
  for (const type of leaving) addEventListener(type, forgetAll, true);
  addEventListener('load', look);
  addEventListener('unhandledrejection', beginAnew);
  window.doWhatWasPressed = () => {
    for (const type of presses) removeEventListener(type, hear, true);
    for (const type of leaving) removeEventListener(type, forgetAll, true);
    removeEventListener('load', look);
    removeEventListener('unhandledrejection', beginAnew);
    for (const [control, event] of heard) {
      forget(control);
      control.dispatchEvent(again(event));
    }
  };
}

if (!('ready' in document.documentElement.dataset)) listen();
