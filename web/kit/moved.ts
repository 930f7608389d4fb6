/** What comes to stand where somebody has just pressed: the second tap of two was meant for what stood there before. */

/** So soon after it is the same press, in ms. */
const SAME_PRESS_MS = 400;

let movedAt = Number.NEGATIVE_INFINITY;

/** Says that something else stands where somebody has just pressed. */
export function noteMoved(): void {
  movedAt = performance.now();
}

/** As on a page that was just loaded. */
export function forgetMoves(): void {
  movedAt = Number.NEGATIVE_INFINITY;
}

/** Whether a press comes too soon to be meant for what stands there now. */
export function isForBefore(): boolean {
  const since = performance.now() - movedAt;
  return since >= 0 && since < SAME_PRESS_MS;
}
