/** What a request is called in the log, in answers and at the proxy: unique across nodes and starts. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const REQUEST_ID = 'x-request-id';

/** What a proxy or another service may call a request. */
const FORM = /^[\w.-]{8,64}$/;
const node = randomBytes(9).toString('base64url');
let requests = 0;

/** The one it came with, where that is well formed, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && FORM.test(given) ? given : `${node}-${(++requests).toString(36)}`;
}
