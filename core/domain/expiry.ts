/** How long a deal still runs. All times are milliseconds since the epoch. */

export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** `none` when there is no date, `expired` when it is past, else the parts that are left. */
export function remaining(expiresAt: string | null, now: number): 'none' | 'expired' | Remaining {
  if (expiresAt === null) return 'none';
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return 'expired';
  const seconds = Math.floor(left / 1000);
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor((seconds % 86_400) / 3600),
    minutes: Math.floor((seconds % 3600) / 60),
    seconds: seconds % 60,
  };
}

export function isExpired(expiresAt: string | null, now: number): boolean {
  return remaining(expiresAt, now) === 'expired';
}
