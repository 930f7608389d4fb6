/** What comes to stand where somebody has just pressed: the second press of two was meant for what stood there before. */

/** So soon after it is the same press, in ms. */
const SAME_PRESS_MS = 400;

const all = new Set<() => void>();

export interface Place {
  /** Says that something else stands here from now on. */
  noteMoved(): void;
  /** Whether a press comes too soon to be meant for what stands here now. */
  isForBefore(): boolean;
}

/** A place on the screen, or a list of them, in which things give way to each other. */
export function placeOfMoves(): Place {
  let movedAt = Number.NEGATIVE_INFINITY;
  all.add(() => {
    movedAt = Number.NEGATIVE_INFINITY;
  });
  return {
    noteMoved() {
      movedAt = performance.now();
    },
    isForBefore() {
      const since = performance.now() - movedAt;
      return since >= 0 && since < SAME_PRESS_MS;
    },
  };
}

/** As on a page that was just loaded. */
export function forgetMoves(): void {
  for (const forget of all) forget();
}
