import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { MAX_HOLIDAYS } from '#core/domain/salons.ts';
import { useField, useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { boxStyle, FieldFrame } from '#web/ui/form/text-fields.tsx';
import { X } from '#web/ui/icons.ts';
import { formatDay } from './opening-times.tsx';

/** Days, added one by one; its value is a list such as `['2026-11-28']`. */
export function HolidaysField({ name }: { name: string }) {
  const t = useT();
  const { frame, aria } = useField(name, { label: t('salonForm.holidays'), hint: t('salonForm.holidays.hint') });
  const { field } = useController({ control: useFormContext().form.control, name });
  const input = useRef<HTMLInputElement>(null);
  const days: string[] = field.value ?? [];
  const add = () => {
    const day = input.current?.value;
    if (!input.current || !day) return;
    input.current.value = '';
    field.onChange([...new Set([...days, day])].sort());
  };
  return (
    <FieldFrame {...frame}>
      <div className="flex flex-wrap gap-2">
        <input
          {...aria}
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          type="date"
          min={dayInTirane(Date.now())}
          className={`h-13 max-w-52 flex-1 ${boxStyle}`}
        />
        <Button variant="secondary" onClick={add} className="min-h-13">
          {t('salonForm.holidays.add')}
        </Button>
      </div>
      {days.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {days.slice(0, MAX_HOLIDAYS).map((day) => (
            <li key={day} className="flex items-center rounded-full bg-raised pl-4 text-sm">
              {formatDay(day, t)}
              <IconButton
                label={t('salonForm.holidays.remove', { day: formatDay(day, t) })}
                onClick={() => {
                  field.onChange(days.filter((other) => other !== day));
                  // The pressed button goes away.
                  input.current?.focus();
                }}
              >
                <X size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </FieldFrame>
  );
}
