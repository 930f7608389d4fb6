/** Security events as log lines: sign-ins and changes of credentials, and refusals that may be part of an attack. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { throttleLog } from '#server/kit/log.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import type { ProblemCode } from './errors.ts';
import { addressOf } from './request-context.ts';

export type SecurityEventLogger = (
  event: string,
  of: { request: FastifyRequest; userId?: string | null; provider?: string },
) => void;

/** Logs who signed in or out or changed credentials, and from which address. */
export function securityEventLogger(log: FastifyBaseLogger): SecurityEventLogger {
  return (event, { request, userId, ...more }) =>
    log.info(
      { event, ...(userId && { userId }), ...more, address: addressOf(request), requestId: request.id },
      'security',
    );
}

/** Per code. More are counted and logged together, so that an attack cannot fill the disk or hide another one. */
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

/** Logs suspicious refusals; never the account concerned, never what was sent. */
export function refusalLogger({
  log,
  clock,
}: {
  log: FastifyBaseLogger;
  clock: Clock;
}): (code: ProblemCode, request: FastifyRequest) => void {
  const logThrottled = throttleLog<object>(
    (line, more) => log.warn({ ...line, ...(more && { more }) }, 'security'),
    1000,
  );
  const counts = new Map<ProblemCode, number>();
  let second = 0;
  return (code, request) => {
    if (!WATCHED.has(code)) return;
    const now = Math.floor(clock.elapsed() / 1000);
    if (now !== second) counts.clear();
    second = now;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    const { method, id } = request;
    const line = { event: code, method, route: request.routeOptions?.url, address: addressOf(request), requestId: id };
    if (count > LINES_PER_SECOND) logThrottled(code, line);
    else log.warn(line, 'security');
  };
}
