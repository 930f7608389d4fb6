/** Going on by itself, for who does nothing; everybody else has the time they want (WCAG 2.2.1). */
import { type MouseEvent, type PointerEvent as Pressed, useRef } from 'react';

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

type Click = Pick<PointerEvent, 'detail' | 'buttons'> & Partial<Pick<PointerEvent, 'pointerType'>>;
type Down = Pick<PointerEvent, 'width' | 'height'>;

/**
 * Whether a key or a screen reader pressed, and no pointer. Keys, and most readers in Safari, count no presses; readers in
 * Chromium hold a button while they click, in Firefox they name no pointer; VoiceOver on an iPhone touches with a finger of
 * no size, as do some Android phones for everybody.
 */
function isWithoutPointer({ detail, buttons, pointerType }: Click, down: Down | null): boolean {
  const isNoFinger = down?.width === 0 && down.height === 0 && !navigator.userAgent.includes('Android');
  return detail === 0 || buttons === 1 || pointerType === '' || isNoFinger;
}

/** For a button: calls `press` with whether no pointer pressed it. */
export function useHowPressed(press: (isWithoutPointer: boolean) => void) {
  const down = useRef<PointerEvent>(null);
  return {
    onPointerDown({ nativeEvent }: Pressed) {
      down.current = nativeEvent;
    },
    onClick({ nativeEvent }: MouseEvent) {
      press(isWithoutPointer(nativeEvent as PointerEvent, down.current));
    },
  };
}
