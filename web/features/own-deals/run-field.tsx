import { useWatch } from 'react-hook-form';
import { partsInTirane, weekdayInTirane } from '#core/domain/calendar-day.ts';
import { runDays, runs } from '#core/domain/deals.ts';
import { formatWeekday } from '#core/i18n/dates.ts';
import type { Language } from '#core/i18n/language.ts';
import { RunsUntil } from '#web/features/deals/price.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { SelectField } from '#web/ui/form/choice-fields.tsx';

const DAY_MS = 86_400_000;

/** The run of a new deal with the end of each choice, or the fixed one of a posted deal. */
export function RunField({ posted }: { posted: { expiresAt: string | null } | null }) {
  const t = useT();
  const now = useMinute();
  const startsOn = useWatch({ control: useFormContext().form.control, name: 'startsOn' });
  if (posted) {
    return (
      <div className="flex flex-col gap-0.5">
        <p className="text-sm font-semibold">{t('dealForm.timeLeft')}</p>
        <RunsUntil expiresAt={posted.expiresAt} />
        <p className="text-sm text-muted">{t('dealForm.timeLeft.locked')}</p>
      </div>
    );
  }
  const options = runs.map((run) => {
    const days = runDays[run];
    const left = t(`dealForm.timeLeft.${days}`);
    // Of a later start the end is not said.
    if (startsOn) return { value: run, text: left };
    const when = formatWeekdayTime(now + days * DAY_MS, t.language);
    return { value: run, text: t('dealForm.timeLeft.until', { left, when }) };
  });
  return <SelectField name="timeLeft" label={t('dealForm.timeLeft')} options={options} />;
}

/** Within a week: `Tuesday, 18:31` in Europe/Tirane. */
function formatWeekdayTime(instant: number, language: Language): string {
  const { hour, minute } = partsInTirane(instant);
  return `${formatWeekday(weekdayInTirane(instant), language)}, ${hour}:${minute}`;
}
