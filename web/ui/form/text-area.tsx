import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useT } from '#web/kit/i18n.tsx';
import { type FieldWords, useSubmission, useTypedField } from '#web/kit/use-field.ts';
import { say } from '#web/kit/voice.tsx';
import { boxStyle, FieldFrame } from './field-frame.tsx';

interface Props extends FieldWords, Omit<ComponentProps<'textarea'>, 'name'> {
  name: string;
  /** Most characters; they are counted beside the label. */
  maxLength: number;
}

/** How many are left when a screen reader hears of it. */
const ANNOUNCED = [50, 20, 0];

export function TextArea({ name, label, hint, maxLength, className = '', ...area }: Props) {
  const { frame, control } = useTypedField(name, { label, hint });
  return (
    <FieldFrame {...frame} aside={<Counter name={name} maxLength={maxLength} />}>
      <textarea rows={4} {...area} {...control} maxLength={maxLength} className={`py-3 ${boxStyle} ${className}`} />
    </FieldFrame>
  );
}

function Counter({ name, maxLength }: { name: string; maxLength: number }) {
  const t = useT();
  const typed = String(useWatch({ control: useSubmission().form.control, name }) ?? '').length;
  const left = maxLength - typed;
  const [announced, setAnnounced] = useState<number | null>(null);
  const reached = ANNOUNCED.findLast((count) => left <= count) ?? null;
  if (reached !== announced) setAnnounced(reached);
  const tell = useEffectEvent(() =>
    say(left > 0 ? t.count('form.left', left) : t('form.full'), { about: 'form.left' }),
  );
  useEffect(() => {
    if (announced !== null) tell();
  }, [announced]);
  return (
    <span aria-hidden="true" className="numerals">
      {typed} / {maxLength}
    </span>
  );
}
