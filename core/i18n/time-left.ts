/** How long a deal can still be bought, in words. */
import { type Remaining, remaining } from '#core/domain/deals.ts';
import type { PluralKey, Translate } from './t.ts';

/** Remaining time: non-zero days, hours and minutes, or seconds, with "and" before the last (Spec 1 §4). */
export function formatRemaining(expiresAt: string | null, now: number, t: Translate): string {
  const left = remaining(expiresAt, now);
  if (left === 'none') return t('time.noExpiration');
  if (left === 'expired') return t('time.expired');
  const parts = partsLeft(left).map(([key, count]) => t.count(key, count));
  if (parts.length === 0) return t('time.lessThanSecond');
  const last = parts.pop() as string;
  return parts.length === 0 ? last : `${parts.join(', ')} ${t('common.and')} ${last}`;
}

const unitsLeft: [key: PluralKey, ms: number][] = [
  ['time.day', 86_400_000],
  ['time.hour', 3_600_000],
  ['time.minute', 60_000],
  ['time.second', 1000],
];

/** Short form in the largest unit, rounded to the nearest: `Mbetet 1 ditë`, `Mbeten 3 orë`. */
export function formatLeft(expiresAt: string | null, now: number, t: Translate): string {
  const left = expiresAt === null ? 0 : Date.parse(expiresAt) - now;
  // 23 h 40 min is a day: it is 24 of the next smaller unit.
  const unit = unitsLeft.find(([, ms], index) => {
    const [, smaller] = unitsLeft[index + 1] ?? ['', ms];
    return Math.round(left / smaller) * smaller >= ms;
  });
  if (!unit) return formatRemaining(expiresAt, now, t);
  const [key, ms] = unit;
  const count = Math.round(left / ms);
  return t(count === 1 ? 'time.lastOne' : 'time.left', { left: t.count(key, count) });
}

function partsLeft({ days, hours, minutes, seconds }: Remaining): [key: PluralKey, count: number][] {
  const parts: [PluralKey, number][] = [
    ['time.day', days],
    ['time.hour', hours],
    ['time.minute', minutes],
  ];
  const some = parts.filter(([, count]) => count > 0);
  return some.length === 0 && seconds > 0 ? [['time.second', seconds]] : some;
}
