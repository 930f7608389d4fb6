/** How long content may come after its page, in ms; later nobody expects to be moved. */
const AT_MOST_MS = 10_000;
/** Whoever moves by themselves stays where they go. */
const SIGNS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Goes back to a place as soon as the page is long enough for it; returns how to stop waiting for that. */
export function returnTo(top: number): () => void {
  if (top === 0) return () => {};
  const go = () => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    stop();
    window.scrollTo(0, top);
  };
  const growth = new ResizeObserver(go);
  const timer = setTimeout(() => stop(), AT_MOST_MS);
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, stop);
  };
  for (const sign of SIGNS) window.addEventListener(sign, stop, { passive: true });
  growth.observe(document.body);
  return stop;
}
