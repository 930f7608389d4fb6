/** How often somebody may ask, as one table. Every figure is multiplied by RATE_LIMIT_SCALE. */
import { AppError } from '#server/kit/http/errors.ts';

interface Limit {
  max: number;
  seconds: number;
}

/** Counted by one statement each, exact on every node. */
export const exact = {
  loginsPerAddress: { max: 50, seconds: 3600 },
  /** Many phones share one address of their carrier. */
  registrationsPerAddress: { max: 30, seconds: 3600 },
  cashOrdersPerUser: { max: 10, seconds: 3600 },
  guestFavoritesPerAddress: { max: 120, seconds: 3600 },
} as const satisfies Record<string, Limit>;

/** Counted in memory and shared about once a second: no statement per request, true within about a tenth. */
export const shared = {
  /** Everything under /api, per address. */
  requests: { max: 600, seconds: 60 },
  /** Per address. The search box asks while one types, so a word is up to a dozen of them. */
  searches: { max: 300, seconds: 60 },
  /** Per user; per address where nobody is signed in. */
  mutations: { max: 120, seconds: 60 },
} as const satisfies Record<string, Limit>;

/** 429 with the seconds until it makes sense to try again. */
export function tooMany(seconds: number): AppError {
  return new AppError(429, 'limit.reached', { retryAfter: seconds });
}

/** One household has one IPv6 /64: count it as one address. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = (tail ?? '').split(':').filter(Boolean);
  while (tail !== undefined && groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 4).join(':');
}
