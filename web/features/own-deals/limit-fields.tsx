import { useWatch } from 'react-hook-form';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { MAX_DAYS_AHEAD } from '#core/domain/deals.ts';
import { HoursField } from '#web/features/salons/hours-field.tsx';
import { useMinute } from '#web/kit/data/clock.ts';
import { useFormContext } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Switch } from '#web/ui/form/choice-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { Optional } from './optional.tsx';
import { readCount } from './read-count.ts';

const DAY_MS = 86_400_000;

const names = ['units', 'perPerson', 'newClientsOnly', 'bookingNeeded', 'useTimes', 'startsOn'] as const;

/** What limits a deal. `hasStarted`: it cannot be scheduled any more. */
export function LimitFields({ hasStarted }: { hasStarted: boolean }) {
  const t = useT();
  const now = useMinute();
  const reposts = useWatch({ control: useFormContext().form.control, name: 'repostsLeft' });
  const count = { inputMode: 'numeric', read: readCount, autoComplete: 'off' } as const;
  return (
    <Optional title={t('dealForm.more.limits')} names={names}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="units"
          label={t('dealForm.units')}
          hint={reposts ? t('dealForm.units.reposts') : t('dealForm.units.hint')}
          {...count}
        />
        <TextField name="perPerson" label={t('dealForm.perPerson')} {...count} />
      </div>
      <Switch name="newClientsOnly" label={t('dealForm.newClientsOnly')} />
      <Switch name="bookingNeeded" label={t('dealForm.bookingNeeded')} />
      <HoursField
        name="useTimes"
        label={t('dealForm.useTimes')}
        hint={t('dealForm.useTimes.hint')}
        none={t('dealForm.useTimes.none')}
      />
      {!hasStarted && (
        <TextField
          name="startsOn"
          type="date"
          label={t('dealForm.startsOn')}
          hint={t('dealForm.startsOn.hint')}
          min={dayInTirane(now + DAY_MS)}
          max={dayInTirane(now + MAX_DAYS_AHEAD * DAY_MS)}
        />
      )}
    </Optional>
  );
}
