/** Fields that are chosen: select, radio buttons, switch, checkbox and file. */
import { useController } from 'react-hook-form';
import { formatAmount } from '#core/i18n/format.ts';
import { useAnnounce } from '#web/kit/access/announce.tsx';
import {
  type FieldWords,
  useField,
  useFormContext,
  useRegistered,
  useTypedField,
  validateOnBlur,
} from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ChevronDown, X } from '#web/ui/icons.ts';
import { BelowField, boxStyle, FieldFrame, RequiredMark } from './text-fields.tsx';

interface SelectProps extends FieldWords {
  name: string;
  options: readonly { value: string; text: string }[];
  /** Parses the value of the chosen option. */
  read?: (value: string) => unknown;
  /** Text of the empty option. */
  none?: string;
  isDisabled?: boolean;
}

/** A native select without a preselected option. */
export function SelectField({ name, label, hint, options, read, none, isDisabled }: SelectProps) {
  const t = useT();
  const { frame, control } = useTypedField(name, { label, hint }, read);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select
          {...control}
          disabled={isDisabled}
          className={`h-13 appearance-none pr-12 disabled:opacity-60 ${boxStyle}`}
        >
          <option value="">{none ?? t('form.choose')}</option>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown size={18} className="pointer-events-none absolute inset-y-0 right-4 my-auto text-muted" />
      </div>
    </FieldFrame>
  );
}

/** One of a few options, all of them visible. */
export function RadioField({ name, label, options }: Pick<SelectProps, 'name' | 'label' | 'options'>) {
  const { frame, aria } = useField(name, { label });
  const { id, ...described } = aria;
  const registered = useRegistered(name);
  return (
    <fieldset className="flex flex-col border-0" aria-describedby={described['aria-describedby']}>
      <legend className="pb-1 text-sm font-semibold">
        {label} {frame.required && <RequiredMark />}
      </legend>
      {options.map(({ value, text }) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            value={value}
            aria-invalid={described['aria-invalid']}
            {...registered}
            className="size-5 shrink-0 accent-brand"
          />
          {text}
        </label>
      ))}
      <BelowField id={id} error={frame.error} />
    </fieldset>
  );
}

/** The label spans the whole line, which is clickable. */
export function Switch({ name, label }: FieldWords & { name: string }) {
  const { frame, aria } = useField(name, { label });
  return (
    <label htmlFor={frame.id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 font-semibold">
      <span className="min-w-0 flex-[1_1_8rem]">{label}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: the checkbox itself has the state */}
      <input type="checkbox" role="switch" {...aria} {...useRegistered(name)} className="switch" />
    </label>
  );
}

/** A checkbox whose hint is part of its label. */
export function Checkbox({ name, label, hint }: FieldWords & { name: string }) {
  const { frame, aria } = useField(name, { label });
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={frame.id} className="flex min-h-11 items-center gap-3 text-sm">
        <input type="checkbox" {...aria} {...useRegistered(name)} className="size-6 shrink-0 accent-brand" />
        <span>
          {label} {frame.required && <RequiredMark />}
          {hint && <span className="block text-muted">{hint}</span>}
        </span>
      </label>
      <BelowField id={frame.id} error={frame.error} />
    </div>
  );
}

interface FileProps extends FieldWords {
  name: string;
  /** Media types, as the attribute of the input. */
  accept: string;
}

const MEGABYTE = 1024 * 1024;

/** One file, shown with its name and size. */
export function FileField({ name, label, hint, accept }: FileProps) {
  const t = useT();
  const { frame, aria } = useField(name, { label, hint });
  const { field } = useController({ control: useFormContext().form.control, name });
  const file: File | undefined = field.value;
  const chosen =
    file && t('form.file.chosen', { name: file.name, size: formatAmount(file.size / MEGABYTE, t.language, 1) });
  useAnnounce(chosen);
  return (
    <FieldFrame {...frame}>
      <div className="flex min-h-13 items-center gap-3 rounded-2xl border border-dashed border-edge bg-surface px-1.5 has-aria-invalid:border-alert has-focus-visible:outline-3 has-focus-visible:outline-brand">
        <input
          {...aria}
          type="file"
          name={name}
          accept={accept}
          ref={field.ref}
          onBlur={validateOnBlur(field.onBlur)}
          onClick={(event) => {
            // Lets the same file be chosen again.
            event.currentTarget.value = '';
          }}
          onChange={(event) => field.onChange(event.target.files?.[0])}
          className="sr-only"
        />
        <label
          htmlFor={frame.id}
          className="inline-flex min-h-10 cursor-pointer items-center rounded-full bg-raised px-4 text-sm font-semibold"
        >
          {t('form.file.choose')}
        </label>
        <span className="min-w-0 flex-1 truncate text-sm">{chosen}</span>
        {file && (
          <IconButton label={t('form.file.remove', { name: file.name })} onClick={() => field.onChange(undefined)}>
            <X size={18} />
          </IconButton>
        )}
      </div>
    </FieldFrame>
  );
}
