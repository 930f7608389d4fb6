import { useController } from 'react-hook-form';
import { formatAmount } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { type FieldWords, onLeaving, useField, useSubmission } from '#web/kit/use-field.ts';
import { useSaid } from '#web/kit/voice.tsx';
import { IconButton } from '../button.tsx';
import { X } from '../icons.tsx';
import { FieldFrame } from './field-frame.tsx';

interface Props extends FieldWords {
  name: string;
  /** Media types, as the browser's own choice of files takes them. */
  accept: string;
}

const MEGABYTE = 1024 * 1024;

/** One file: its name and size once it is chosen. */
export function FileField({ name, label, hint, accept }: Props) {
  const t = useT();
  const { frame, aria } = useField(name, { label, hint });
  const { field } = useController({ control: useSubmission().form.control, name });
  const file: File | undefined = field.value;
  const chosen =
    file && t('form.file.chosen', { name: file.name, size: formatAmount(file.size / MEGABYTE, t.language, 1) });
  useSaid(chosen);
  return (
    <FieldFrame {...frame}>
      <div className="flex min-h-13 items-center gap-3 rounded-2xl border border-dashed border-edge bg-surface px-1.5 has-aria-invalid:border-alert has-focus-visible:outline-3 has-focus-visible:outline-brand">
        <input
          {...aria}
          type="file"
          name={name}
          accept={accept}
          ref={field.ref}
          onBlur={onLeaving(field.onBlur)}
          onClick={(event) => {
            // So that the same file can be chosen again.
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
