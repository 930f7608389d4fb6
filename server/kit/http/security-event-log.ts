/** One short line per event that tells of an attack; never who was meant by it, never what was sent. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { seldom } from '#server/kit/log.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import type { ProblemCode } from './errors.ts';
import { addressOf } from './request-context.ts';

/**
 * Of one event; more in one second are counted and told together, so that an attack can neither fill the disk nor hide
 * behind another that costs nothing.
 */
const LINES_PER_SECOND = 20;

const WATCHED: ReadonlySet<string> = new Set<ProblemCode>([
  'accounts.badCredentials',
  'access.forbidden',
  'host.foreign',
  'input.encoding',
  'input.malformed',
  'limit.guesses',
  'limit.reached',
  'origin.foreign',
  'payments.forged',
]);

export type NoteRefusal = (code: ProblemCode, request: FastifyRequest) => void;

export function securityLog({ log, clock }: { log: FastifyBaseLogger; clock: Clock }): NoteRefusal {
  const noteMany = seldom<object>((line, more) => log.warn({ ...line, ...(more && { more }) }, 'security'), 1000);
  const lines = new Map<ProblemCode, number>();
  let second = 0;
  return (code, request) => {
    if (!WATCHED.has(code)) return;
    const now = Math.floor(clock.elapsed() / 1000);
    if (now !== second) lines.clear();
    second = now;
    const count = (lines.get(code) ?? 0) + 1;
    lines.set(code, count);
    const { method, id } = request;
    const line = { event: code, method, route: request.routeOptions?.url, address: addressOf(request), requestId: id };
    if (count > LINES_PER_SECOND) noteMany(code, line);
    else log.warn(line, 'security');
  };
}

/** One line of the log for who comes, goes or changes how one comes in, and from where; `security-log.ts` tells of refusals. */

export type Tell = (event: string, of: { request: FastifyRequest; userId?: string | null; provider?: string }) => void;

export function teller(log: FastifyBaseLogger): Tell {
  return (event, { request, userId, ...more }) =>
    log.info(
      { event, ...(userId && { userId }), ...more, address: addressOf(request), requestId: request.id },
      'security',
    );
}
