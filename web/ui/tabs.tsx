/**
 * Tabs (ARIA pattern with manual activation, because panels are loaded when they are shown): the arrow keys, Home and End
 * move along the tabs, Enter or a press shows one. The row scrolls sideways where it does not fit.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { CountBadge } from './badge.tsx';

export interface Tab {
  id: string;
  name: string;
  /** Shown as a red badge unless 0, and read as `countName`; undefined until it is known, where `hasCount`. */
  count?: number | undefined;
  /** Reserves the place of the badge, so that the other tabs stay where they are. */
  hasCount?: boolean;
  countName?: string | undefined;
}

interface Props {
  /** Name of the whole. */
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChoose: (id: string) => void;
  /** Tabs within a tab. */
  isInner?: boolean;
  /** The row stays below the header while the panel scrolls. */
  isSticky?: boolean;
  /** The panel of the current tab. */
  children: ReactNode;
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function Tabs({ label, tabs, current, onChoose, isInner = false, isSticky = false, children }: Props) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is shown
  useEffect(() => {
    const [box, tab] = [row.current, row.current?.querySelector<HTMLElement>('[aria-selected=true]')];
    // Not `scrollIntoView`, which would scroll the page too.
    if (box && tab) box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...(row.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const to = STEPS[event.key]?.(all.indexOf(document.activeElement as HTMLElement), all.length);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  const look = isInner ? innerLook : outerLook;
  return (
    <div className="flex flex-col gap-5">
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className={`${isSticky ? 'sticky top-0 z-20 bg-ground md:top-[66px] [@media(max-height:31rem)]:static' : 'relative'} -mx-4 flex overflow-x-auto px-4 sm:-mx-6 sm:px-6 [scrollbar-width:thin] ${look.row}`}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `${id}-panel` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChoose(tab.id)}
            className={`flex min-h-12 shrink-0 items-center gap-2 px-4 font-semibold whitespace-nowrap eased ${tab.id === current ? look.current : look.other}`}
          >
            {tab.name}
            {tab.hasCount && (
              <span className="flex w-9">
                {tab.count ? <CountBadge count={tab.count} name={tab.countName ?? String(tab.count)} /> : null}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className={`flex flex-col gap-5 ${isSticky ? '[&_:is(a,button,input,select,textarea,summary)]:scroll-mt-28' : ''}`}
      >
        {children}
      </div>
    </div>
  );
}

const outerLook = {
  row: 'border-b border-line',
  current: 'border-b-3 border-brand text-brand',
  other: 'border-b-3 border-transparent text-muted hover:text-ink',
};

const innerLook = {
  row: 'gap-2 py-1',
  current: 'rounded-full border border-ink bg-raised text-sm',
  other: 'rounded-full border border-line bg-surface text-sm text-muted hover:border-edge hover:text-ink',
};
