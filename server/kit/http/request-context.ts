/** Reading one cookie of a request. Writing happens where a cookie is owned. */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';

/** The raw value of the first cookie of that name, or null. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  const header = request.headers.cookie;
  if (!header?.includes(name)) return null;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** What is a call, and what is answered where nobody serves one. */

/** Everything under /api that is no call. */
export const NO_CALLS = ['/api', '/api/*'];

/** Whether it was routed to the calls. The address as it was written says less: one letter of it may be encoded. */
export function isCall({ routeOptions }: FastifyRequest): boolean {
  return /^\/api(\/|$)/.test(routeOptions.url ?? '');
}

/** Addresses under /api that nobody serves are refused like calls and count like them. */
export function refuseUnknownCalls(app: FastifyInstance): void {
  for (const url of NO_CALLS) {
    app.all(url, () => {
      throw new AppError(404, 'route.absent');
    });
  }
}

/** Calls that the process makes to itself, such as a page asking for its data: they count against nobody's limits. */

const NAME = 'x-inside';
const token = randomBytes(18).toString('base64url');

/** Headers to add to `app.inject` when the process calls itself. */
export const insideHeaders: Readonly<Record<string, string>> = Object.freeze({ [NAME]: token });

export function isInside(request: FastifyRequest): boolean {
  return request.headers[NAME] === token;
}

/** What a request is called in the log, in answers and at the proxy: unique across nodes and starts. */

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

/** Where a request comes from. */

/**
 * The visitor's address, as far as a trusted proxy says one; what is none (`unknown`, a name, a lie) counts as the proxy's own.
 * A connection that left before it was asked has none any more.
 */
export function addressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip ?? '') ? ip : (raw.socket.remoteAddress ?? 'gone');
}

/** Whether a request comes from a person, as far as it says itself. */

const BOT =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|lighthouse|curl|wget|python|java\/|go-http|node|undici|axios|lightmyrequest|monitor|uptime/i;

/** Neither a program nor a prefetch. */
export function isPerson({ headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'];
  return !!agent && !BOT.test(agent) && !/prefetch|prerender/.test(`${headers['sec-purpose']}`);
}

/** Under which names the shop is asked: its own, once that is given, and this machine's. */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it answers under any name: what watches a node knows its number alone. */
    anyHost?: true;
  }
}

const LOCAL = /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the name means this machine to whoever says it. */
export function isLocalHost(hostname: string): boolean {
  return LOCAL.test(hostname);
}

/** The name as it was asked for. What a proxy passes on beside it is not believed: anybody may send that too. */
export function hostOf({ headers }: FastifyRequest): string {
  return headers.host ?? '';
}

/** What a proxy adds when it asks for somebody. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** Whoever asks from this machine, and not for somebody else: a proxy here may ask under the name of this machine. */
export function isFromHere(request: FastifyRequest): boolean {
  const { headers, httpVersion } = request.raw;
  const host = hostOf(request).replace(/:\d*$/, '').toLowerCase();
  // No browser speaks 1.0; a proxy that was told nothing does, and adds no header.
  const isPassedOn = httpVersion === '1.0' || PASSED_ON.some((name) => headers[name] !== undefined);
  return isLocalHost(host) && !isPassedOn && /^(::1$|(::ffff:)?127\.)/.test(addressOf(request));
}

/** Throws 421 when the request is meant for another site, such as one whose name was pointed at us. */
export function checkHost(request: FastifyRequest, publicHost: string | null): void {
  const host = hostOf(request);
  const { httpVersion, rawHeaders } = request.raw;
  if (host === '' && httpVersion !== '1.0') throw new AppError(400, 'input.malformed');
  if (rawHeaders.filter(isHost).length > 1) throw new AppError(400, 'input.malformed');
  if (publicHost === null || request.routeOptions.config.anyHost) return;
  const asked = host.replace(/:\d*$/, '').toLowerCase();
  if (asked !== publicHost && !isLocalHost(asked)) throw new AppError(421, 'host.foreign');
}

/** Names of headers stand at even places. */
const isHost = (said: string, at: number) => at % 2 === 0 && said.length === 4 && said.toLowerCase() === 'host';
