/** The log of the shop with its lines kept, so that tests can ask what was said and what was not. */
import type { FastifyBaseLogger } from 'fastify';
import { createLog } from '#server/kit/log.ts';

export interface RecordedLine {
  level: string;
  /** As it is written. */
  text: string;
}

export interface RecordingLog extends FastifyBaseLogger {
  lines: RecordedLine[];
}

export function recordingLog(): RecordingLog {
  const lines: RecordedLine[] = [];
  const write = (text: string) => void lines.push({ level: JSON.parse(text).level, text });
  return Object.assign(createLog('trace', { write }), { lines });
}
