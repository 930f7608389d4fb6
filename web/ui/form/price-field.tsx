import { useLayoutEffect } from 'react';
import { readLek } from '#core/domain/money.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { useT } from '#web/kit/i18n.tsx';
import { type FieldWords, useSubmission } from '#web/kit/use-field.ts';
import { TextField } from './text-field.tsx';

/** Lek with at most two decimals, written as the reader writes them. A text for the browser: its number fields know no comma in Albanian. */
export function PriceField(field: FieldWords & { name: string }) {
  const t = useT();
  const { form } = useSubmission();
  const { language } = t;
  const { name } = field;
  useLayoutEffect(() => {
    const lek: unknown = form.getValues(name);
    if (Number.isFinite(lek)) form.setValue(name, formatAmount(lek as number, language));
  }, [form, name, language]);
  return (
    <TextField {...field} inputMode="decimal" autoComplete="off" read={readLek} className="numerals">
      <span aria-hidden="true" className="pr-3 text-quiet">
        {t('form.lek')}
      </span>
    </TextField>
  );
}
