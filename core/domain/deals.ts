/** Remaining time and visibility of a deal. Times are milliseconds since the epoch. */

export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

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

/** The runs that are offered, in days (Spec 2 §9). */
export const runDays = { '1 day left': 1, '3 days left': 3, '5 days left': 5 } as const;
export type Run = keyof typeof runDays;
export const runs = Object.keys(runDays) as [Run, ...Run[]];

export const isRun = (value: unknown): value is Run => typeof value === 'string' && Object.hasOwn(runDays, value);

export const MAX_TITLE = 120;
export const MAX_UNITS = 9999;
/** A deal can be scheduled so many days before it starts. */
export const MAX_DAYS_AHEAD = 30;
/** Renewals after expiry that can be ordered in advance. */
export const MAX_REPOSTS = 10;

/**
 * Addresses of pictures as the database accepts them: a path of our own or an address of the secure web that every reader of
 * addresses can take apart.
 */
export const IMAGE_PATTERN =
  '^(?!.*xn--)(https://([a-z0-9]([a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}(?=/|$)|(?=/[^/]))(/([A-Za-z0-9._~!&()*+,=:@?/-]|%[0-9A-Fa-f]{2})*)?$';

/** Other deals are visible to their owner and administrators only, and not for sale. */
export const isPublic = (deal: { isActive: boolean; isHidden: boolean }) => deal.isActive && !deal.isHidden;
