/** One of a few, chosen at once. */
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useHydrated } from '../kit/hydrated.ts';
import { ChevronDown } from './icons.tsx';

interface Props {
  label: string;
  /** What a choice does besides; for ears. */
  hint?: string;
  /** Somebody stood here before the page was loaded anew. */
  isComeBackTo?: () => boolean;
  value: string;
  options: [value: string, name: string][];
  onChange: (value: string) => void;
}

export function Choice({ label, hint, isComeBackTo, value, options, onChange }: Props) {
  const id = useId();
  // Without a script the links in the header change the language, and the theme is that of the device.
  const hydrated = useHydrated();
  const select = useRef<HTMLSelectElement>(null);
  const comeBack = useEffectEvent(() => isComeBackTo?.() && select.current?.focus());
  useEffect(() => {
    if (hydrated) comeBack();
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
