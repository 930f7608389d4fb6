/** One JSON line per event on standard output. */
import { type Logger, pino } from 'pino';

/** Bodies are never logged; these fields are blanked wherever somebody logs them after all. */
const SECRETS = ['password', 'passwordHash', 'credential', 'clientSecret', 'token', 'cookie', 'authorization'];

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '…' },
  });
}
