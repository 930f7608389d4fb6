/** Redirects after `ms` unless `isOther` recognises an interaction as a sign to stay (WCAG 2.2.1); returns the cancel function. */
export function autoRedirect(ms: number, redirect: () => void, isOther: (event: Event) => boolean): () => void {
  const onEvent = (event: Event) => {
    if (isOther(event)) cancel();
  };
  const timer = setTimeout(() => {
    cancel();
    redirect();
  }, ms);
  const cancel = () => {
    clearTimeout(timer);
    for (const type of EVENTS) window.removeEventListener(type, onEvent, true);
  };
  for (const type of EVENTS) window.addEventListener(type, onEvent, true);
  return cancel;
}

const EVENTS = ['pointerdown', 'keydown', 'focusin'] as const;
