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

/** Other deals are visible to their owner and administrators only, and not for sale. */
export const isPublic = (deal: { isActive: boolean; isHidden: boolean }) => deal.isActive && !deal.isHidden;
