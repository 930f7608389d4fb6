import { type FieldWords, useField, useRegistered } from '#web/kit/use-field.ts';

/** Something that is on or off; its label is as wide as its place, so that the whole line can be pressed. */
export function Switch({ name, label }: FieldWords & { name: string }) {
  const { frame, aria } = useField(name, { label });
  return (
    <label htmlFor={frame.id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 font-semibold">
      <span className="min-w-0 flex-[1_1_8rem]">{label}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: the box itself says whether it is on */}
      <input type="checkbox" role="switch" {...aria} {...useRegistered(name)} className="switch" />
    </label>
  );
}
