/** One tooltip for all controls with `data-tooltip`: 700 ms delay, 300 ms skip (Spec 1 §9); Escape hides only the tooltip. */
import { Tooltip as Radix } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { isOpening } from '#web/kit/access/dialogs.ts';

const DELAY_MS = 700;
const SKIP_MS = 300;
/** Time to move the pointer from the control to the tooltip, in ms. */
const GRACE_MS = 300;
const BOX = '[data-tooltip-box]';

interface Tooltip {
  text: string;
  box: DOMRect;
  /** The dialog of the control, else the body. */
  host: Element;
}

const closest = ({ target }: Event, selector: string) => (target instanceof Element ? target.closest(selector) : null);

/** The tooltip of the hovered or focused control; stays while the tooltip itself is hovered. */
function useTooltip(first: Element): Tooltip | null {
  const [shown, setShown] = useState<Tooltip | null>(null);
  const hiddenAt = useRef(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let leaving: ReturnType<typeof setTimeout>;
    let control: Element | null = null;
    let isShown = false;
    const hide = () => {
      clearTimeout(timer);
      clearTimeout(leaving);
      control = null;
      if (isShown) hiddenAt.current = Date.now();
      isShown = false;
      setShown(null);
    };
    const show = (found: Element, wait: number) => {
      control = found;
      timer = setTimeout(() => {
        isShown = true;
        const text = found.getAttribute('data-tooltip') ?? '';
        setShown({ text, box: found.getBoundingClientRect(), host: found.closest('dialog') ?? document.body });
      }, wait);
    };
    const point = (event: Event) => {
      const found = closest(event, '[data-tooltip]');
      clearTimeout(leaving);
      if (found === control || closest(event, BOX)) return;
      // The pointer may be in the gap before the tooltip.
      if (!found && isShown) leaving = setTimeout(hide, GRACE_MS);
      else hide();
      if (found) show(found, Date.now() - hiddenAt.current < SKIP_MS ? 0 : DELAY_MS);
    };
    const focus = (event: Event) => {
      const found = closest(event, '[data-tooltip]');
      if (found === control) return;
      hide();
      if (found && isOpening(found)) return;
      if (found?.matches(':focus-visible')) show(found, 0);
    };
    const press = (event: Event) => {
      if (!closest(event, BOX)) hide();
    };
    // The dialog below reacts to the next Escape only. The library is unmounted too early to prevent this.
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isShown) return;
      event.preventDefault();
      hide();
    };
    if (first.matches(':hover, :focus-visible')) show(first, first.matches(':hover') ? DELAY_MS : 0);
    document.addEventListener('pointerover', point);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', press);
    document.addEventListener('click', press);
    document.addEventListener('keydown', key, true);
    window.addEventListener('scroll', hide, { passive: true });
    return () => {
      hide();
      document.removeEventListener('pointerover', point);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('click', press);
      document.removeEventListener('keydown', key, true);
      window.removeEventListener('scroll', hide);
    };
  }, [first]);
  return shown;
}

export function TooltipLayer({ first }: { first: Element }) {
  const shown = useTooltip(first);
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
        <Radix.Portal container={shown.host}>
          <Radix.Content
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            data-tooltip-box=""
            className="z-60 rounded-lg bg-ink px-2.5 py-1.5 text-xs font-medium text-ground shadow-card"
          >
            <span>{shown.text}</span>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
