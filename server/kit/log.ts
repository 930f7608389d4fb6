/** Structured logging: one JSON line per event on standard output. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { factsOf } from './error-facts.ts';

/** Bodies are never logged; these fields are redacted as a second line of defence. */
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

const QUIET_MS = 10_000;

/** Throttles repeated log lines: the first per key is logged, further ones within `quietMs` are counted and logged as one (`more`). */
export function throttleLog<Facts>(
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
