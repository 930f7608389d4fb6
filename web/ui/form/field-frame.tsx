import type { ReactNode } from 'react';

interface Props {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required: boolean;
  /** At the end of the label's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** What stands around a control: its label above, its error and its hint below. */
export function FieldFrame({ id, label, required, aside, children, ...below }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline gap-1 text-sm font-semibold">
        <label htmlFor={id}>{label}</label>
        {required && <RequiredMark />}
        {aside && <span className="ml-auto font-normal text-quiet">{aside}</span>}
      </div>
      {children}
      <BelowField id={id} {...below} />
    </div>
  );
}

/** Seen; said by the control itself. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="text-alert">
    *
  </span>
);

/** A hint stays while there is an error: it is how to mend it. */
export function BelowField({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} data-keep-clear="" className="text-sm font-semibold text-alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
    </>
  );
}

/** 16 px, so that phones do not zoom. */
export const boxStyle = 'w-full rounded-2xl border border-edge bg-surface px-4 text-base aria-invalid:border-alert';
