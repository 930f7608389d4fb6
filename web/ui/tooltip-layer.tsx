/** One tooltip for all controls that carry `data-tooltip`: 700 ms delay, 300 ms skip (Spec 1 §9), Escape hides it. */
import { Tooltip as Radix } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';

const DELAY_MS = 700;
const SKIP_MS = 300;

interface Tooltip {
  text: string;
  box: DOMRect;
}

/** The tooltip of the control that is pointed at or has focus. */
function useTooltip(): Tooltip | null {
  const [shown, setShown] = useState<Tooltip | null>(null);
  const hiddenAt = useRef(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let control: Element | null = null;
    const hide = () => {
      clearTimeout(timer);
      control = null;
      setShown((before) => {
        if (before) hiddenAt.current = Date.now();
        return null;
      });
    };
    const enter = (event: Event) => {
      const found = event.target instanceof Element ? event.target.closest('[data-tooltip]') : null;
      if (found === control) return;
      hide();
      const focused = event.type === 'focusin';
      if (!found || (focused && !found.matches(':focus-visible'))) return;
      control = found;
      const wait = focused || Date.now() - hiddenAt.current < SKIP_MS ? 0 : DELAY_MS;
      timer = setTimeout(
        () => setShown({ text: found.getAttribute('data-tooltip') ?? '', box: found.getBoundingClientRect() }),
        wait,
      );
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', enter);
    document.addEventListener('focusin', enter);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', key);
    window.addEventListener('scroll', hide, { passive: true });
    return () => {
      hide();
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', key);
      window.removeEventListener('scroll', hide);
    };
  }, []);
  return shown;
}

export function TooltipLayer() {
  const shown = useTooltip();
  if (!shown) return null;
  return (
    <Radix.Provider>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <span
            aria-hidden="true"
            className="pointer-events-none fixed"
            style={{ left: shown.box.left, top: shown.box.top, width: shown.box.width, height: shown.box.height }}
          />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="pointer-events-none z-60 rounded-lg bg-ink px-2.5 py-1.5 text-xs font-medium text-ground shadow-card"
          >
            {shown.text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
