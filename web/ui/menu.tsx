/** A menu of actions behind a button (ARIA menu button): arrow keys, Home and End move, Escape and Tab close it. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { Ellipsis } from './more-icons.ts';

export interface MenuItem {
  label: string;
  /** What it does, below the label. */
  text?: string;
  onChoose: () => void;
  isDanger?: boolean;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Distance from the edge of the screen. */
const EDGE_PX = 8;

interface Props {
  label: string;
  items: readonly MenuItem[];
  /** Instead of three dots. */
  icon?: ReactNode;
  /** Instead of an icon. */
  text?: string | undefined;
  startsOpen?: boolean;
}

export function Menu({ label, items, icon = <Ellipsis size={20} />, text, startsOpen = false }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  const box = useRef<HTMLDivElement>(null);
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  useLayoutEffect(() => {
    const menu = isOpen && box.current?.querySelector<HTMLElement>('[role=menu]');
    if (!menu) return;
    // Its right edge is that of the button, which may stand at the left of a phone.
    const { left } = menu.getBoundingClientRect();
    if (left < EDGE_PX) menu.style.right = `${left - EDGE_PX}px`;
    menu.scrollIntoView({ block: 'nearest' });
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    window.addEventListener('pointerdown', onPress);
    return () => window.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Tab') setOpen(false);
    const all = entries();
    const to = STEPS[event.key]?.(all.indexOf(document.activeElement as HTMLElement), all.length);
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    if (to === undefined) close();
    else all[to]?.focus();
  };
  const opener = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? id : undefined,
    onClick: () => setOpen(!isOpen),
  } as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and the menu
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      {text ? (
        <Button variant="secondary" {...opener}>
          {text}
        </Button>
      ) : (
        <IconButton label={label} {...opener} className="border border-line bg-surface">
          {icon}
        </IconButton>
      )}
      {isOpen && (
        <div
          role="menu"
          id={id}
          aria-label={label}
          className="absolute right-0 top-full z-20 scroll-mb-24 mt-1 flex w-max max-w-[min(20rem,80vw)] flex-col rounded-2xl border border-line bg-surface py-2 shadow-lift"
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              onClick={() => {
                close();
                item.onChoose();
              }}
              className={`min-h-11 px-4 py-2 text-left text-sm font-semibold hover:bg-raised focus-visible:bg-raised ${item.isDanger ? 'text-alert' : ''}`}
            >
              {item.label}
              {item.text && <span className="block text-sm font-normal text-muted">{item.text}</span>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
