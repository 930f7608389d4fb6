/** Going on by itself, for who does nothing; everybody else has the time they want (WCAG 2.2.1). */
const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const;

/** Goes on after `ms`, unless one does something by then that says otherwise; returns how to stop. */
export function goOnUnless(ms: number, go: () => void, isOtherwise: (event: Event) => boolean): () => void {
  const look = (event: Event) => {
    if (isOtherwise(event)) stop();
  };
  const timer = setTimeout(() => {
    stop();
    go();
  }, ms);
  const stop = () => {
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, look, true);
  };
  for (const sign of SIGNS) window.addEventListener(sign, look, true);
  return stop;
}
