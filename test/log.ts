/** A log that keeps its lines, so that tests can ask what was said and what was not. */
import type { FastifyBaseLogger } from 'fastify';

export interface RecordedLine {
  level: string;
  text: string;
}

export interface RecordingLog extends FastifyBaseLogger {
  lines: RecordedLine[];
}

export function recordingLog(): RecordingLog {
  const lines: RecordedLine[] = [];
  const at =
    (level: string) =>
    (...said: unknown[]) => {
      lines.push({ level, text: said.map(toText).join(' ') });
    };
  const log = {
    lines,
    level: 'trace',
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    trace: at('trace'),
    silent: () => {},
    child: () => log,
  };
  return log as unknown as RecordingLog;
}

function toText(said: unknown): string {
  return typeof said === 'string' ? said : JSON.stringify(said, withErrors);
}

function withErrors(_name: string, value: unknown): unknown {
  return value instanceof Error ? { ...value, error: `${value.name}: ${value.message}`, stack: value.stack } : value;
}
