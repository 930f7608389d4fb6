/** One line of the log for who comes, goes or changes how one comes in, and from where; `security-log.ts` tells of refusals. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { addressOf } from './visitor-address.ts';

export type Tell = (event: string, of: { request: FastifyRequest; userId?: string | null; provider?: string }) => void;

export function teller(log: FastifyBaseLogger): Tell {
  return (event, { request, userId, ...more }) =>
    log.info(
      { event, ...(userId && { userId }), ...more, address: addressOf(request), requestId: request.id },
      'security',
    );
}
