/** Moving focus: a new page or step starts at its heading (WCAG 2.4.3). */
import { useLayoutEffect, useRef } from 'react';

export const CONTROLS = 'a[href], button:not([tabindex="-1"]), input, select, textarea, [tabindex="0"]';
export const HEADINGS = 'h1, h2, h3, h4';

let isByKey = false;

/** Whether the last input was a key: only then headings show a focus ring, and focus scrolls. */
export function setByKey(is: boolean): void {
  isByKey = is;
}

export const isSeen = (element: Element): boolean => element.checkVisibility?.() ?? true;

/** Focuses an element, also a heading; scrolls only for keyboard users. */
export function focusOn(element: HTMLElement): void {
  if (!element.matches(CONTROLS) && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: !isByKey });
  ringForKeys(element);
}

/** Headings show a focus ring for keyboard users only; browsers draw one after a tapped field too. */
function ringForKeys(element: HTMLElement): void {
  if (element.matches(HEADINGS)) element.style.outlineStyle = isByKey ? '' : 'none';
}

/** Focuses the heading of a page, as soon as it is rendered, unless focus has moved meanwhile. */
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

/** For a page of several steps, each with its own heading: a new step scrolls to the top and focuses its heading. */
export function useStep(step: string): void {
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    focusPage();
  }, [step]);
}
