/** A native select with its label in one line, applied at once. */
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { ChevronDown } from './icons.ts';

interface Props {
  label: string;
  /** For screen readers. */
  hint?: string;
  /** Whether it had focus before the page was reloaded. */
  isComeBackTo?: () => boolean;
  value: string;
  options: [value: string, name: string][];
  onChange: (value: string) => void;
}

export function Choice({ label, hint, isComeBackTo, value, options, onChange }: Props) {
  const id = useId();
  // Without JavaScript the header links change the language, and the theme is the device's.
  const hydrated = useHydrated();
  const select = useRef<HTMLSelectElement>(null);
  const restoreFocus = useEffectEvent(() => isComeBackTo?.() && select.current?.focus());
  useEffect(() => {
    if (hydrated) restoreFocus();
  }, [hydrated]);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <label htmlFor={id} className="min-w-12 sm:min-w-0">
        {label}
      </label>
      <span className="relative flex items-center">
        <select
          ref={select}
          id={id}
          aria-describedby={hint && `${id}-hint`}
          value={value}
          disabled={!hydrated}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-11 max-w-[calc(100vw-4.5rem)] appearance-none text-ellipsis rounded-full border border-edge bg-surface pl-4 pr-9 font-semibold text-ink"
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
        {hint && (
          <span id={`${id}-hint`} className="sr-only">
            {hint}
          </span>
        )}
        <ChevronDown size={16} className="pointer-events-none absolute right-3" />
      </span>
    </span>
  );
}
