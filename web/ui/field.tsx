import type { ComponentProps, ReactNode } from 'react';

interface Props extends ComponentProps<'input'> {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** A control at the end of the field. */
  children?: ReactNode;
}

/** Label above, hint before the error, 16 px text so that phones do not zoom. */
export function Field({ id, label, hint, error, children, ...input }: Props) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={`h-13 w-full rounded-2xl border bg-surface px-4 text-base ${error ? 'border-alert' : 'border-edge'} ${children ? 'pr-13' : ''}`}
        />
        {children && <div className="absolute inset-y-0 right-1 flex items-center">{children}</div>}
      </div>
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-semibold text-alert">
          {error}
        </p>
      )}
    </div>
  );
}
