import { type DaysAlike, type OpenStretch, openingAt, weekOf } from '#core/domain/opening-hours.ts';
import { formatWeekday } from '#core/i18n/format.ts';
import type { Translate } from '#core/i18n/t.ts';
import { useMinute } from '#web/kit/clock.ts';
import { useT } from '#web/kit/i18n.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

/** Whether a salon is open now, and its week. */
export function OpeningTimes({ hours }: { hours: readonly OpenStretch[] }) {
  const t = useT();
  const opening = openingAt(hours, useMinute());
  return (
    <>
      {opening && (
        <p>
          <span className={`font-semibold ${opening.isOpen ? 'text-olive' : 'text-honey'}`}>
            {t(opening.isOpen ? 'salon.open' : 'salon.closed')}
          </span>
          {', '}
          {opening.isOpen ? t('salon.until', { time: opening.until }) : opensAgain(opening.next, t)}
        </p>
      )}
      <ul className="text-sm text-muted">
        {weekOf(hours).map((days) => (
          <li key={days.first} className="flex flex-wrap gap-x-2.5 numerals">
            <span>
              <ScreenReaderText as={heardNameOf(days, t)}>{nameOf(days, t)}</ScreenReaderText>
            </span>
            <span>
              {days.stretches.length > 0 ? (
                <ScreenReaderText>{days.stretches.join(', ')}</ScreenReaderText>
              ) : (
                t('salon.closedDay')
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function opensAgain({ inDays, weekday, at }: { inDays: number; weekday: number; at: string }, t: Translate): string {
  if (inDays === 0) return t('salon.opens.today', { time: at });
  if (inDays === 1) return t('salon.opens.tomorrow', { time: at });
  return t('salon.opens.later', { day: formatWeekday(weekday, t.language), time: at });
}

/** From Monday. */
const days = [
  'salon.day.1',
  'salon.day.2',
  'salon.day.3',
  'salon.day.4',
  'salon.day.5',
  'salon.day.6',
  'salon.day.7',
] as const;

/** The dash between two days is no word: one might hear of these two alone. */
function heardNameOf(stretch: DaysAlike, t: Translate): string {
  const { first, last } = stretch;
  if (first === last) return nameOf(stretch, t);
  return t('salon.days', { first: t(days[first - 1] ?? days[0]), last: formatWeekday(last, t.language) });
}

function nameOf({ first, last }: DaysAlike, t: Translate): string {
  const [begin, end] = [first, last].map((weekday) => t(days[weekday - 1] ?? days[0])) as [string, string];
  if (first === last) return begin;
  return `${begin} – ${t.language === 'sq' ? end.toLowerCase() : end}`;
}
