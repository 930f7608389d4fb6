/**
 * Focus is never lost (WCAG 2.4.3): where what has it goes away, it goes on to the next thing of its kind or to what took
 * its place, else to the heading above. A new page or step is begun at its heading.
 */
import { useLayoutEffect, useRef } from 'react';

const CONTROLS = 'a[href], button:not([tabindex="-1"]), input, select, textarea, [tabindex="0"]';
const HEADINGS = 'h1, h2, h3, h4';
/** Those that stand in a row, each like the others. */
const ENTRIES = 'li, article, section';

/** What has focus, or had it until it went away; null when nobody wants it anywhere. */
let last: HTMLElement | null = null;
/** What had it before a message was gone to, which will go. */
let beforeMessages: HTMLElement | null = null;
let wasInMessages = false;
let isByKey = false;

const isSeen = (element: Element) => element.checkVisibility?.() ?? true;
const isThere = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && !element.closest('[inert]') && isSeen(element);

/** Gives focus to a heading too; whoever uses no keyboard is not moved. */
export function focusOn(element: HTMLElement): void {
  if (!element.matches(CONTROLS) && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: !isByKey });
  ringForKeys(element);
}

/** A browser draws a ring around what gets focus after a field that was tapped, and after another site: who uses keys alone looks for one. */
function ringForKeys(element: HTMLElement): void {
  if (element.matches(HEADINGS)) element.style.outlineStyle = isByKey ? '' : 'none';
}

/** What one reads at present: the dialog on top, else the page. */
const screen = () =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.getElementById('content') ?? document.body;

/** A node that left its parent, and those between which it stood. */
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

/** The title of an entry says which one it is; its other controls may change something. */
function wayInto(element: Element): HTMLElement | null {
  const heading = [element, ...element.querySelectorAll<HTMLElement>(HEADINGS)].find((one) => one.matches(HEADINGS));
  return heading?.querySelector<HTMLElement>('a[href]') ?? (heading as HTMLElement) ?? element.querySelector(CONTROLS);
}

function entryBeside({ removed, previous, next }: Gap): HTMLElement | null {
  if (!(removed instanceof Element) || !removed.matches(ENTRIES)) return null;
  const entry = [next, previous].find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.isConnected && node.tagName === removed.tagName,
  );
  return entry ? wayInto(entry) : null;
}

const isBefore = (one: Node, other: Node) =>
  !one.isConnected || !other.isConnected || (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;

const nameOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;

/** What took its place at the same time: itself anew, its heading, else its first control. */
function successorOf({ parent, previous, next, lost }: Gap, records: readonly MutationRecord[]): HTMLElement | null {
  const came = records
    .filter(({ target }) => target === parent)
    .flatMap(({ addedNodes }) => [...addedNodes])
    .filter((node): node is HTMLElement => node instanceof HTMLElement)
    .filter((node) => (!previous || isBefore(previous, node)) && (!next || isBefore(node, next)));
  const first = (kind: string) =>
    came
      .flatMap((node) => [node, ...node.querySelectorAll<HTMLElement>(kind)])
      .find((node) => node.matches(kind) && isThere(node));
  const anew = came
    .flatMap((node) => [...node.querySelectorAll<HTMLElement>(lost.tagName)])
    .find((node) => nameOf(node) === nameOf(lost) && isThere(node));
  return anew ?? first(HEADINGS) ?? first(CONTROLS) ?? null;
}

function headingAbove(place: Node): HTMLElement | null {
  const headings = [...screen().querySelectorAll<HTMLElement>(HEADINGS)].filter(isThere);
  const isAbove = (heading: Node) =>
    place.contains(heading) || heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING;
  return headings.findLast(isAbove) ?? headings[0] ?? null;
}

function handOn(records: readonly MutationRecord[]): void {
  if (!last) return;
  const lost = last;
  const active = document.activeElement;
  if (isThere(lost)) {
    // What is moved to another place in its list loses focus on the way.
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
 * Keeps the rule in this document; returns how to stop. What is hidden by a class or style alone it does not notice: such
 * a change would be looked at with each animation, so what has focus is hidden by `inert` or `hidden` too.
 */
export function keepFocus(): () => void {
  const come = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    wasInMessages = target.closest('[data-messages]') !== null;
    if (!wasInMessages) beforeMessages = target;
  };
  // Whoever presses on nothing wants nothing to have focus.
  const leave = ({ relatedTarget }: FocusEvent) => {
    const left = last;
    if (relatedTarget || !left) return;
    setTimeout(() => {
      if (last === left && isThere(left) && document.activeElement === document.body) last = null;
    });
  };
  const byKey = () => {
    isByKey = true;
  };
  const byPointer = () => {
    isByKey = false;
  };
  const watch = new MutationObserver(handOn);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert', 'disabled', 'hidden'] });
  document.addEventListener('focusin', come);
  document.addEventListener('focusout', leave);
  window.addEventListener('keydown', byKey, true);
  window.addEventListener('pointerdown', byPointer, true);
  return () => {
    watch.disconnect();
    last = null;
    document.removeEventListener('focusin', come);
    document.removeEventListener('focusout', leave);
    window.removeEventListener('keydown', byKey, true);
    window.removeEventListener('pointerdown', byPointer, true);
  };
}

/** Begins a page at its heading, as soon as that is there; whoever goes elsewhere meanwhile stays there. */
export function focusPage(): void {
  const main = document.getElementById('content') ?? document.body;
  const begin = (): boolean => {
    const heading = [...main.querySelectorAll('h1')].find(isSeen);
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    ringForKeys(heading);
    return true;
  };
  if (begin()) return;
  main.focus({ preventScroll: true });
  const watch = new MutationObserver(() => {
    const isWaiting = main.isConnected && [main, document.body].includes(document.activeElement as HTMLElement);
    if (!isWaiting || begin()) watch.disconnect();
  });
  watch.observe(main, { childList: true, subtree: true });
}

/** For a page of several steps, each with a heading of its own: a step that follows another begins there, at its top. */
export function useStep(step: string): void {
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    focusPage();
  }, [step]);
}
