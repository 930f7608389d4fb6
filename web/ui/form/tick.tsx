import { type FieldWords, useField, useRegistered } from '#web/kit/use-field.ts';
import { BelowField, RequiredMark } from './field-frame.tsx';

/** A box to tick; its hint belongs to its label. */
export function Tick({ name, label, hint }: FieldWords & { name: string }) {
  const { frame, aria } = useField(name, { label });
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={frame.id} className="flex min-h-11 items-center gap-3 text-sm">
        <input type="checkbox" {...aria} {...useRegistered(name)} className="size-6 shrink-0 accent-brand" />
        <span>
          {label} {frame.required && <RequiredMark />}
          {hint && <span className="block text-quiet">{hint}</span>}
        </span>
      </label>
      <BelowField id={frame.id} error={frame.error} />
    </div>
  );
}
