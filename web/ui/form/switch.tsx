import { type FieldWords, useField, useRegistered } from '#web/kit/use-field.ts';

/** Something that is on or off; its label is as wide as its place, so that the whole line can be pressed. */
export function Switch({ name, label }: FieldWords & { name: string }) {
  const { frame, aria } = useField(name, { label });
  return (
    <label htmlFor={frame.id} className="flex min-h-11 items-center gap-4 font-semibold">
      <span className="min-w-0 flex-1">{label}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: the box itself says whether it is on */}
      <input type="checkbox" role="switch" {...aria} {...useRegistered(name)} className="switch" />
    </label>
  );
}
