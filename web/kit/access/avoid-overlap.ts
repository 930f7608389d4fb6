/** Placement of boxes fixed at the foot of the page, toasts and the connection banner, so that they cover no focused or marked element (WCAG 2.4.11). */

const GAP_PX = 8;

/** The focused control, or the list entry around it where that is small enough to be kept clear as a whole. */
function focusedBox(box: HTMLElement): DOMRect | null {
  const focused = document.activeElement;
  if (!focused?.matches('a, button, input, select, textarea') || box.contains(focused)) return null;
  const entry = focused.closest('article')?.getBoundingClientRect();
  return entry && entry.height < innerHeight / 2 ? entry : focused.getBoundingClientRect();
}

interface Options {
  /** Just rendered; a box that is not moves only if it covers something. */
  isNew: boolean;
  /** Selector of further elements to keep clear. */
  others: string;
}

/** Moves a box that covers the focused control or one of `others` above that, or below where there is no room. */
export function avoidOverlap(box: HTMLElement, { isNew, others }: Options): void {
  const kept = [...document.querySelectorAll(others)].filter((other) => !box.contains(other));
  const obstacles = [focusedBox(box), ...kept.map((other) => other.getBoundingClientRect())].filter((rect) => !!rect);
  const { left, right, height } = box.getBoundingClientRect();
  const coveredAt = (top: number) =>
    obstacles.filter((one) => right >= one.left && left <= one.right && top + height >= one.top && top <= one.bottom);
  if (!isNew && coveredAt(box.getBoundingClientRect().top).length === 0) return;
  box.style.bottom = '';
  const [first, ...more] = coveredAt(box.getBoundingClientRect().top);
  if (!first) return;
  const lowest = innerHeight - GAP_PX - height;
  const candidates = [first, ...more, ...obstacles].flatMap((one) => [
    ...(one.top > height + GAP_PX ? [one.top - GAP_PX - height] : []),
    Math.min(one.bottom + GAP_PX, lowest),
  ]);
  // Where no candidate is free, the first obstacle, the focused control, is kept clear.
  const top =
    candidates.find((at) => coveredAt(at).length === 0) ?? candidates.find((at) => !coveredAt(at).includes(first));
  box.style.bottom = `${innerHeight - height - (top ?? lowest)}px`;
}

const LAYOUT_SHIFT = 'layout-shift';

/** To be called when elements to keep clear have moved without user input. */
export function notifyLayoutShift(): void {
  document.dispatchEvent(new Event(LAYOUT_SHIFT));
}

/** Calls `listener` after focus moved outside `box`, or after a layout shift; returns the unsubscribe function. */
export function onFocusOrLayoutChange(box: () => HTMLElement | null | undefined, listener: () => void): () => void {
  const onEvent = ({ target }: Event) => {
    if (target instanceof Node && box()?.contains(target)) return;
    // The browser scrolls to the focused element first.
    requestAnimationFrame(listener);
  };
  for (const type of ['focusin', LAYOUT_SHIFT]) document.addEventListener(type, onEvent);
  return () => {
    for (const type of ['focusin', LAYOUT_SHIFT]) document.removeEventListener(type, onEvent);
  };
}
