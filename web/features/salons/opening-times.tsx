/** When a salon is open. */
import type { Salon } from '#core/contract/shapes.ts';
import { type DaysAlike, type Opening, openingAt, weekOf } from '#core/domain/opening-hours.ts';
import { formatDate, formatWeekday } from '#core/i18n/dates.ts';
import type { Translate } from '#core/i18n/t.ts';
import { useMinute } from '#web/kit/data/clock.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { ScreenReaderText } from '#web/ui/screen-reader-text.tsx';

type Times = Pick<Salon, 'hours' | 'holidays'>;

/** Whether a salon is open now, and its week. */
export function OpeningTimes({ salon }: { salon: Times }) {
  return (
    <>
      <OpenNow salon={salon} />
      <Week days={weekOf(salon.hours)} />
    </>
  );
}

/** A line for each group of days with the same hours. */
export function Week({ days }: { days: readonly DaysAlike[] }) {
  return (
    <ul className="text-sm text-muted">
      {days.map((alike) => (
        <li key={alike.first} className="flex flex-wrap gap-x-2.5 numerals">
          <Days days={alike} />
          <span>
            <Stretches stretches={alike.stretches} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Days({ days }: { days: DaysAlike }) {
  const t = useT();
  return (
    <span>
      <ScreenReaderText as={heardNameOf(days, t)}>{nameOf(days, t)}</ScreenReaderText>
    </span>
  );
}

/** Whether a salon is open now, until when, or when it opens. The time is the server's until the page is hydrated. */
export function OpenNow({ salon }: { salon: Times }) {
  const t = useT();
  const opening = openingAt(salon, useMinute());
  if (!opening) return null;
  const next = opening.isOpen ? closesAgain(opening, t) : opensAgain(opening, t);
  return (
    <p>
      <span className={`font-semibold ${opening.isOpen ? 'text-olive' : 'text-honey'}`}>
        {t(opening.isOpen ? 'salon.open' : opening.isAllDay ? 'salon.closedToday' : 'salon.closed')}
      </span>
      {next && ', '}
      {next}
    </p>
  );
}

/** `09:00–13:00, 16:00–20:00`, or closed. */
export function Stretches({ stretches }: { stretches: readonly string[] }) {
  const t = useT();
  if (stretches.length === 0) return t('salon.closedDay');
  return <ScreenReaderText>{stretches.join(', ')}</ScreenReaderText>;
}

const noon = (day: string) => `${day}T12:00:00Z`;

/** A day such as `2026-11-28` in words. */
export const formatDay = (day: string, t: Translate): string => formatDate(noon(day), t.language);

function closesAgain({ until: time, weekday }: Extract<Opening, { isOpen: true }>, t: Translate): string | null {
  if (time === null || weekday === undefined) return time && t('salon.until', { time });
  return t('salon.until.later', { day: formatWeekday(weekday, t.language), time });
}

function opensAgain({ next }: Extract<Opening, { isOpen: false }>, t: Translate): string | null {
  if (!next) return null;
  const { inDays, weekday, day, at: time } = next;
  if (inDays === 0) return t('salon.opens.today', { time });
  if (inDays === 1) return t('salon.opens.tomorrow', { time });
  if (inDays < 7) return t('salon.opens.later', { day: formatWeekday(weekday, t.language), time });
  return t('salon.opens.onDate', { date: formatDay(day, t), time });
}

const days = [
  'salon.day.1',
  'salon.day.2',
  'salon.day.3',
  'salon.day.4',
  'salon.day.5',
  'salon.day.6',
  'salon.day.7',
] as const;

/** The name of a weekday; 1 is Monday. */
export const weekdayName = (weekday: number, t: Translate): string => t(days[weekday - 1] ?? days[0]);

/** Screen readers do not read the dash of a range. */
function heardNameOf(stretch: DaysAlike, t: Translate): string {
  const { first, last } = stretch;
  if (first === last) return nameOf(stretch, t);
  return t('salon.days', { first: weekdayName(first, t), last: formatWeekday(last, t.language) });
}

function nameOf({ first, last }: DaysAlike, t: Translate): string {
  const [begin, end] = [weekdayName(first, t), weekdayName(last, t)];
  if (first === last) return begin;
  return `${begin} – ${t.language === 'sq' ? end.toLowerCase() : end}`;
}
