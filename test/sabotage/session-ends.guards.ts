/** A session ends when its time is over, whatever is under way. */
import type { Guard } from './guard.ts';

const file = 'server/kit/http/sessions.ts';
const ends = (test: string) => ['server/kit/http/sessions-end.test.ts', test] as const;

export const guards: readonly Guard[] = [
  {
    without: 'a session whose time is over is held until something of it is done',
    file,
    take: 'const isIt = and(eq(sessions.sid, sessionKey), gt(sessions.expire, sql`now()`));',
    leave: 'const isIt = eq(sessions.sid, sessionKey);',
    falls: ends('is neither held nor given another token'),
  },
  {
    without: 'a session whose time is over is given another token',
    file,
    take: '.where(and(eq(sessions.sid, sessionKey), gt(sessions.expire, sql`now()`)))',
    leave: '.where(eq(sessions.sid, sessionKey))',
    falls: ends('is neither held nor given another token'),
  },
  {
    without: 'whoever was met once is taken for known for ever',
    file,
    take: ', ttl: 5 * 60_000',
    falls: ends('is known without asking for five minutes'),
  },
];
