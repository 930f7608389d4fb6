/** One JSON line per event on standard output. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { factsOf } from './error-facts.ts';

/** Bodies are never logged; these fields are blanked wherever somebody logs them after all. */
const SECRETS = ['password', 'passwordHash', 'credential', 'clientSecret', 'token', 'cookie', 'authorization'];

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: factsOf },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Lines that would come by the thousand: of those with one key the first is said, the others are counted and told together. */

const QUIET_MS = 10_000;

/** `say` gets with the facts how many more there were since the line before. */
export function seldom<Facts>(
  say: (facts: Facts, more: number) => void,
  quietMs = QUIET_MS,
): (key: string, facts: Facts) => void {
  const quiet = new Map<string, { last: Facts; more: number }>();

  function begin(key: string, facts: Facts): void {
    say(facts, 0);
    quiet.set(key, { last: facts, more: 0 });
    setTimeout(() => end(key), quietMs).unref();
  }

  function end(key: string): void {
    const counted = quiet.get(key);
    quiet.delete(key);
    if (counted?.more) say(counted.last, counted.more);
  }

  return (key, facts) => {
    const counted = quiet.get(key);
    if (!counted) return begin(key, facts);
    counted.last = facts;
    counted.more++;
  };
}
