/** Calls that the process makes to itself, such as a page asking for its data: they count against nobody's limits. */
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const NAME = 'x-inside';
const token = randomBytes(18).toString('base64url');

/** Headers to add to `app.inject` when the process calls itself. */
export const insideHeaders: Readonly<Record<string, string>> = Object.freeze({ [NAME]: token });

export function isInside(request: FastifyRequest): boolean {
  return request.headers[NAME] === token;
}
