import { useT } from '#web/kit/i18n.tsx';
import { type FieldWords, useTypedField } from '#web/kit/use-field.ts';
import { ChevronDown } from '../icons.tsx';
import { boxStyle, FieldFrame } from './field-frame.tsx';

interface Props extends FieldWords {
  name: string;
  options: readonly { value: string; text: string }[];
}

/** The browser's own list; nothing is chosen until somebody chooses. */
export function SelectField({ name, label, hint, options }: Props) {
  const t = useT();
  const { frame, control } = useTypedField(name, { label, hint });
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={`h-13 appearance-none pr-12 ${boxStyle}`}>
          <option value="">{t('form.choose')}</option>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown size={18} className="pointer-events-none absolute inset-y-0 right-4 my-auto text-quiet" />
      </div>
    </FieldFrame>
  );
}
