import { useLayoutEffect, useRef } from 'react';
import { tellMoved } from '#web/kit/keep-off.ts';
import { useIsOnScreen } from '#web/kit/toasts.ts';

export interface Refused {
  reason: string;
  /** The toast that shows it first. */
  saidIn: number;
}

/** The reason beside the button. It is invisible while the toast shows the same; its place is reserved. */
export function Refusal({ refused }: { refused: Refused | null }) {
  const isBeingSaid = useIsOnScreen(refused?.saidIn ?? null);
  const box = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (!refused || !focused || !box.current?.parentElement?.contains(focused)) return;
    focused.scrollIntoView({ block: 'nearest' });
    tellMoved();
  }, [refused]);
  if (!refused) return null;
  return (
    <p ref={box} className={`w-full text-sm font-semibold text-alert ${isBeingSaid ? 'invisible' : ''}`}>
      {refused.reason}
    </p>
  );
}
