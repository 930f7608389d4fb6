/**
 * Focus management (WCAG 2.4.3): when the focused element is removed, focus moves to the next list entry, its replacement or
 * the heading above.
 */
import { CONTROLS, focusOn, HEADINGS, isSeen, setByKey } from './focus.ts';

/** Entries of lists. */
const ENTRIES = 'li, article, section';

/** The focused element, or the last one until it was removed; null after a press on nothing. */
let last: HTMLElement | null = null;
/** The focused element before focus moved into a toast. */
let beforeMessages: HTMLElement | null = null;
let wasInMessages = false;

const isThere = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && !element.closest('[inert]') && isSeen(element);

/** The top dialog, else the page. */
const screen = () =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.getElementById('content') ?? document.body;

/** A removed node with its former parent and siblings. */
interface Gap {
  lost: Element;
  removed: Node;
  parent: Node;
  previous: Node | null;
  next: Node | null;
}

function gapOf(element: Element, records: readonly MutationRecord[]): Gap | null {
  for (const { target, removedNodes, previousSibling, nextSibling } of records) {
    const removed = [...removedNodes].find((node) => node.contains(element));
    if (removed) return { lost: element, removed, parent: target, previous: previousSibling, next: nextSibling };
  }
  return null;
}

/** The link in the title of an entry, which names it and changes nothing; else its first control. */
function entryTarget(element: Element): HTMLElement | null {
  const heading = [element, ...element.querySelectorAll<HTMLElement>(HEADINGS)].find((one) => one.matches(HEADINGS));
  return heading?.querySelector<HTMLElement>('a[href]') ?? (heading as HTMLElement) ?? element.querySelector(CONTROLS);
}

function entryBeside({ removed, previous, next }: Gap): HTMLElement | null {
  if (!(removed instanceof Element) || !removed.matches(ENTRIES)) return null;
  const entry = [next, previous].find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.isConnected && node.tagName === removed.tagName,
  );
  return entry ? entryTarget(entry) : null;
}

const isBefore = (one: Node, other: Node) =>
  !one.isConnected || !other.isConnected || (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;

/** The replacement added in the same mutation: the control with the same name, its heading, else its first control. */
function successorOf({ parent, previous, next, lost }: Gap, records: readonly MutationRecord[]): HTMLElement | null {
  const added = records
    .filter(({ target }) => target === parent)
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node): node is HTMLElement => node instanceof HTMLElement)
    .filter((node) => (!previous || isBefore(previous, node)) && (!next || isBefore(node, next)));
  const first = (kind: string) =>
    added
      .flatMap((node) => [node, ...node.querySelectorAll<HTMLElement>(kind)])
      .find((node) => node.matches(kind) && isThere(node));
  const renewed = added
    .flatMap((node) => [...node.querySelectorAll<HTMLElement>(lost.tagName)])
    .find((node) => nameOf(node) === nameOf(lost) && isThere(node));
  return renewed ?? first(HEADINGS) ?? first(CONTROLS) ?? null;
}

function headingAbove(place: Node): HTMLElement | null {
  const headings = [...screen().querySelectorAll<HTMLElement>(HEADINGS)].filter(isThere);
  const isAbove = (heading: Node) =>
    place.contains(heading) || heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING;
  return headings.findLast(isAbove) ?? headings[0] ?? null;
}

function moveFocusOn(records: readonly MutationRecord[]): void {
  if (!last) return;
  const lost = last;
  const active = document.activeElement;
  if (isThere(lost)) {
    // An element moved within its list loses focus on the way.
    if (active === document.body && gapOf(lost, records)) focusOn(lost);
    return;
  }
  if (active && active !== document.body && active !== lost) return;
  last = null;
  const gap = wasInMessages ? null : gapOf(lost, records);
  const place = [gap?.previous, gap?.parent, lost].find((node) => node?.isConnected) ?? screen();
  const back = wasInMessages && beforeMessages && isThere(beforeMessages) ? beforeMessages : null;
  const beside = gap && (entryBeside(gap) ?? successorOf(gap, records));
  const target = back ?? beside ?? headingAbove(place);
  if (target) focusOn(target);
}

/**
 * Starts focus management in this document; returns the stop function. It observes removal, `inert`, `disabled` and `hidden`,
 * not classes and styles, which change with each animation.
 */
export function keepFocus(): () => void {
  const follow = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    wasInMessages = target.closest('[data-messages]') !== null;
    if (!wasInMessages) beforeMessages = target;
  };
  const onFocusIn = ({ target }: FocusEvent) => follow(target);
  if (document.activeElement !== document.body) follow(document.activeElement);
  // A press on nothing removes focus deliberately.
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    const left = last;
    if (relatedTarget || !left) return;
    setTimeout(() => {
      if (last === left && isThere(left) && document.activeElement === document.body) last = null;
    });
  };
  const byKey = () => setByKey(true);
  const byPointer = () => setByKey(false);
  const watch = new MutationObserver(moveFocusOn);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert', 'disabled', 'hidden'] });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  window.addEventListener('keydown', byKey, true);
  window.addEventListener('pointerdown', byPointer, true);
  return () => {
    watch.disconnect();
    last = null;
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    window.removeEventListener('keydown', byKey, true);
    window.removeEventListener('pointerdown', byPointer, true);
  };
}
