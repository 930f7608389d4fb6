/** Who searched for what today, as far as this process knows: in memory alone, as prints that lead back to nobody. */
import { createHash, randomBytes } from 'node:crypto';

/** What comes after so many is not counted until tomorrow. */
const MOST = 50_000;

export interface CountedOnce {
  /** True the first time on that day. */
  isFirst(day: string, ...what: string[]): boolean;
}

export function countedOnce(most = MOST): CountedOnce {
  let today = '';
  let salt = '';
  let seen = new Set<string>();
  return {
    isFirst: (day, ...what) => {
      if (day !== today) {
        today = day;
        salt = randomBytes(16).toString('hex');
        seen = new Set();
      }
      const print = createHash('sha256')
        .update(JSON.stringify([salt, ...what]))
        .digest('base64url')
        .slice(0, 16);
      if (seen.has(print) || seen.size >= most) return false;
      seen.add(print);
      return true;
    },
  };
}
