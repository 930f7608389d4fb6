import { useLayoutEffect, useRef } from 'react';
import { notifyLayoutShift } from '#web/kit/avoid-overlap.ts';
import { useIsOnScreen } from '#web/kit/toasts.ts';

export interface Refused {
  reason: string;
  /** The message that says it first. */
  saidIn: number;
}

/** Above the button that was pressed, which stays in sight. Seen once: its place is kept free until the message that says the same is gone. */
export function Refusal({ refused }: { refused: Refused | null }) {
  const isBeingSaid = useIsOnScreen(refused?.saidIn ?? null);
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!refused || !focused || !box.current?.parentElement?.contains(focused)) return;
    focused.scrollIntoView({ block: 'nearest' });
    notifyLayoutShift();
  }, [refused]);
  if (!refused) return null;
  return (
    <p ref={box} className={`w-full text-sm font-semibold text-alert ${isBeingSaid ? 'invisible' : ''}`}>
      {refused.reason}
    </p>
  );
}
