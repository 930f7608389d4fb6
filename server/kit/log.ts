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
