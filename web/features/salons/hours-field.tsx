import { Fragment, useRef } from 'react';
import { useController } from 'react-hook-form';
import type { OpenStretch } from '#core/domain/opening-hours.ts';
import { useField, useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { BelowField, boxStyle } from '#web/ui/form/text-fields.tsx';
import { X } from '#web/ui/icons.ts';
import { Plus } from '#web/ui/more-icons.ts';
import { weekdayName } from './opening-times.tsx';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const USUAL = { opens: '09:00', closes: '19:00' };

/** The end of a day is 24:00 in the value, which time inputs do not know. */
const shown = (time: string) => (time === '24:00' ? '00:00' : time);
const closing = (time: string) => (time === '00:00' ? '24:00' : time);

interface HoursFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** Said of a day without an interval; absent: closed. */
  none?: string;
}

/** Weekly hours: each day has none, or one or more intervals. */
export function HoursField({ name, label, hint, none }: HoursFieldProps) {
  const t = useT();
  const words = { label, wrong: { invalid: t('salonForm.hours.wrong') } };
  const { frame, aria } = useField(name, words);
  const { field } = useController({ control: useFormContext().form.control, name });
  const hours: OpenStretch[] = field.value ?? [];
  const on = (weekday: number) => hours.filter((stretch) => stretch.weekday === weekday);
  const setDay = (weekday: number, stretches: Omit<OpenStretch, 'weekday'>[]) =>
    field.onChange(
      [
        ...hours.filter((stretch) => stretch.weekday !== weekday),
        ...stretches.map((one) => ({ ...one, weekday })),
      ].sort((one, other) => one.weekday - other.weekday),
    );
  const openDays = WEEKDAYS.filter((weekday) => on(weekday).length > 0);
  const [first = 1] = openDays;
  const same = () => field.onChange(openDays.flatMap((weekday) => on(first).map((one) => ({ ...one, weekday }))));
  return (
    <fieldset aria-describedby={aria['aria-describedby']} className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-sm font-semibold">{frame.label}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="flex flex-col divide-y divide-line rounded-2xl border border-line px-3">
        {WEEKDAYS.map((weekday) => (
          <Fragment key={weekday}>
            {weekday === 2 && openDays.length > 1 && (
              <Button variant="plain" className="self-start" onClick={same}>
                {t('salonForm.hours.same')}
              </Button>
            )}
            <Day
              weekday={weekday}
              stretches={on(weekday)}
              usual={hours[0] ?? USUAL}
              none={none ?? t('salon.closedDay')}
              isWrong={frame.error !== undefined}
              firstRef={weekday === 1 ? field.ref : undefined}
              onChange={(stretches) => setDay(weekday, stretches)}
            />
          </Fragment>
        ))}
      </div>
      <BelowField id={aria.id} error={frame.error} />
    </fieldset>
  );
}

interface DayProps {
  weekday: number;
  stretches: OpenStretch[];
  /** What a day has when it is opened. */
  usual: Omit<OpenStretch, 'weekday'>;
  none: string;
  isWrong: boolean;
  /** Takes the focus when the field is wrong. */
  firstRef?: React.Ref<HTMLInputElement> | undefined;
  onChange: (stretches: Omit<OpenStretch, 'weekday'>[]) => void;
}

function Day({ weekday, stretches, usual, none, isWrong, firstRef, onChange }: DayProps) {
  const t = useT();
  const day = weekdayName(weekday, t);
  const box = useRef<HTMLDivElement>(null);
  const change = (index: number, more: Partial<OpenStretch>) =>
    onChange(stretches.map((stretch, at) => (at === index ? { ...stretch, ...more } : stretch)));
  return (
    <div ref={box} className="flex flex-wrap items-start gap-x-4 py-1.5">
      <label className="flex min-h-11 min-w-[min(8rem,100%)] flex-1 items-center gap-3 text-sm">
        <input
          ref={firstRef}
          type="checkbox"
          aria-invalid={isWrong || undefined}
          checked={stretches.length > 0}
          onChange={({ target }) => onChange(target.checked ? [{ opens: usual.opens, closes: usual.closes }] : [])}
          className="size-6 shrink-0 accent-brand"
        />
        {day}
      </label>
      {stretches.length === 0 ? (
        <span className="flex min-h-11 items-center text-sm text-muted">{none}</span>
      ) : (
        <div className="flex max-w-full flex-col items-end gap-1.5">
          {stretches.map((stretch, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is typed changes the rest
            <div key={index} className="flex flex-wrap items-center justify-end gap-1.5">
              <Time
                label={t('salonForm.hours.opens', { day })}
                value={stretch.opens}
                onChange={(opens) => change(index, { opens })}
              />
              <span aria-hidden="true">–</span>
              <Time
                label={t('salonForm.hours.closes', { day })}
                value={shown(stretch.closes)}
                onChange={(closes) => change(index, { closes: closing(closes) })}
              />
              {stretches.length < 2 && (
                <IconButton
                  label={t('salonForm.hours.add', { day })}
                  onClick={() => {
                    onChange([...stretches, { opens: '', closes: '' }]);
                    // The pressed button goes away.
                    setTimeout(() => box.current?.querySelectorAll<HTMLElement>('[type=time]')[2]?.focus());
                  }}
                >
                  <Plus size={18} />
                </IconButton>
              )}
              {stretches.length > 1 && (
                <IconButton
                  label={t('salonForm.hours.remove', { number: index + 1, day })}
                  onClick={() => {
                    onChange(stretches.filter((_, at) => at !== index));
                    // The pressed button goes away.
                    box.current?.querySelector('input')?.focus();
                  }}
                >
                  <X size={18} />
                </IconButton>
              )}
              <span role="status" className="basis-full text-right text-sm text-muted empty:absolute">
                {stretch.closes && stretch.closes <= stretch.opens && t('salonForm.hours.nextDay')}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface TimeProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

const Time = ({ label, value, onChange }: TimeProps) => (
  <input
    type="time"
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={`h-11 max-w-[min(7.75rem,100%)] px-2 sm:max-w-36 ${boxStyle.replace('w-full', '').replace('px-4', '')}`}
  />
);
