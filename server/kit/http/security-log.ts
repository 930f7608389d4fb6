/** One short line per event that tells of an attack; never who was meant by it, never what was sent. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Clock } from '#server/kit/system-clock.ts';
import type { ProblemCode } from './errors.ts';
import { addressOf } from './visitor-address.ts';

/** More in one second are counted and told together, so that an attack cannot fill the disk. */
const LINES_PER_SECOND = 20;

const WATCHED: ReadonlySet<string> = new Set<ProblemCode>([
  'accounts.badCredentials',
  'access.forbidden',
  'host.foreign',
  'input.encoding',
  'input.malformed',
  'limit.reached',
  'origin.foreign',
]);

export type NoteRefusal = (code: ProblemCode, request: FastifyRequest) => void;

export function securityLog({ log, clock }: { log: FastifyBaseLogger; clock: Clock }): NoteRefusal {
  let second = 0;
  let lines = 0;
  return (code, request) => {
    if (!WATCHED.has(code)) return;
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      if (lines > LINES_PER_SECOND) log.warn({ unsaid: lines - LINES_PER_SECOND }, 'security');
      second = now;
      lines = 0;
    }
    lines++;
    if (lines > LINES_PER_SECOND) return;
    const { method, id } = request;
    const address = addressOf(request);
    log.warn({ event: code, method, route: request.routeOptions?.url, address, requestId: id }, 'security');
  };
}
