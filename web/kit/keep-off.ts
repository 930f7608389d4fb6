/** What lies over the page at its foot stands beside what matters there, and moves as little as it can. */

const GAP_PX = 8;

/** The focused control, or the list entry around it where that is small enough to be kept clear as a whole. */
function focusedBox(place: HTMLElement): DOMRect | null {
  const focused = document.activeElement;
  if (!focused?.matches('a, button, input, select, textarea') || place.contains(focused)) return null;
  const entry = focused.closest('article')?.getBoundingClientRect();
  return entry && entry.height < innerHeight / 2 ? entry : focused.getBoundingClientRect();
}

interface Ways {
  /** It has just come; before, it stays where it is as long as nothing is covered there. */
  isNew: boolean;
  /** What else it must not cover. */
  others: string;
}

/** Moves a box that would cover what is or was pressed, has focus or is one of `others`: right above it, or below where there is no room, and not over another of them. */
export function keepOff(place: HTMLElement, { isNew, others }: Ways): void {
  const kept = [...document.querySelectorAll(others)].filter((other) => !place.contains(other));
  const boxes = [focusedBox(place), ...kept.map((other) => other.getBoundingClientRect())].filter((box) => !!box);
  const { left, right, height } = place.getBoundingClientRect();
  const coveredAt = (at: number) =>
    boxes.filter((box) => right >= box.left && left <= box.right && at + height >= box.top && at <= box.bottom);
  if (!isNew && coveredAt(place.getBoundingClientRect().top).length === 0) return;
  place.style.bottom = '';
  const [first, ...more] = coveredAt(place.getBoundingClientRect().top);
  if (!first) return;
  const lowest = innerHeight - GAP_PX - height;
  const beside = [first, ...more, ...boxes].flatMap((box) => [
    ...(box.top > height + GAP_PX ? [box.top - GAP_PX - height] : []),
    Math.min(box.bottom + GAP_PX, lowest),
  ]);
  // Where nothing is free, what matters most stays in sight.
  const chosen = beside.find((at) => coveredAt(at).length === 0) ?? beside.find((at) => !coveredAt(at).includes(first));
  place.style.bottom = `${innerHeight - height - (chosen ?? lowest)}px`;
}

const MOVED = 'things-moved';

/** Says that what lies beside a box has moved without a hand or a key. */
export function tellMoved(): void {
  document.dispatchEvent(new Event(MOVED));
}

/** Calls `move` when focus has gone elsewhere in the page, or things have moved, once the browser has scrolled; returns how to stop. */
export function whenFocusMoves(place: () => HTMLElement | null | undefined, move: () => void): () => void {
  const look = ({ target }: Event) => {
    // It stays under the finger that presses in it.
    if (target instanceof Node && place()?.contains(target)) return;
    requestAnimationFrame(move);
  };
  for (const type of ['focusin', MOVED]) document.addEventListener(type, look);
  return () => {
    for (const type of ['focusin', MOVED]) document.removeEventListener(type, look);
  };
}
