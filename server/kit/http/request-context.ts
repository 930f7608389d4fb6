/** Facts about a request: id, address, host, cookies, language, who sent it. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, type Language } from '#core/i18n/language.ts';
import { AppError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers under any host name: health checks know the address of a node only. */
    anyHost?: true;
  }
}

export const REQUEST_ID = 'x-request-id';
const ID_FORMAT = /^[\w.-]{8,64}$/;
const processId = randomBytes(9).toString('base64url');
let requests = 0;

/** The well-formed id a proxy sent, else a new one that is unique across nodes and restarts. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID];
  return typeof given === 'string' && ID_FORMAT.test(given) ? given : `${processId}-${(++requests).toString(36)}`;
}

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

/** The language cookie, then Accept-Language, then Albanian. */
export function languageOf(this: FastifyRequest): Language {
  const chosen = cookieOf(this, 'language');
  if (isLanguage(chosen)) return chosen;
  return acceptedLanguage(this.headers['accept-language']) ?? DEFAULT_LANGUAGE;
}

/** Paths under /api without an endpoint. */
export const UNKNOWN_API_PATHS = ['/api', '/api/*'];

/** Whether the router chose an API route; the raw URL may be percent-encoded. */
export function isApiRequest({ routeOptions }: FastifyRequest): boolean {
  return /^\/api(\/|$)/.test(routeOptions.url ?? '');
}

/** Unknown paths under /api answer 404 and count against the rate limits like endpoints. */
export function refuseUnknownCalls(app: FastifyInstance): void {
  for (const url of UNKNOWN_API_PATHS) {
    app.all(url, () => {
      throw new AppError(404, 'route.absent');
    });
  }
}

const INTERNAL_HEADER = 'x-inside';
const internalToken = randomBytes(18).toString('base64url');

/** For `app.inject` when a page requests its data from this process: such requests are not rate limited. */
export const internalRequestHeaders: Readonly<Record<string, string>> = Object.freeze({
  [INTERNAL_HEADER]: internalToken,
});

export function isInternalRequest(request: FastifyRequest): boolean {
  return request.headers[INTERNAL_HEADER] === internalToken;
}

/**
 * The client address, through trusted proxies (`TRUST_PROXY`). Falls back to the peer address when a proxy sends something that
 * is no IP address, and to `gone` when the connection has already been closed.
 */
export function addressOf({ ip, raw }: FastifyRequest): string {
  return isIP(ip ?? '') ? ip : (raw.socket.remoteAddress ?? 'gone');
}

const BOT =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|lighthouse|curl|wget|python|java\/|go-http|node|undici|axios|lightmyrequest|monitor|uptime/i;

/** By its own headers neither a bot nor a prefetch. */
export function isPerson({ headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'];
  return !!agent && !BOT.test(agent) && !/prefetch|prerender/.test(`${headers['sec-purpose']}`);
}

const LOCAL = /^(localhost|[\w.-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the name means the local machine. */
export function isLocalHost(hostname: string): boolean {
  return LOCAL.test(hostname);
}

/** The Host header. X-Forwarded-Host is ignored: any client can send it. */
export function hostOf({ headers }: FastifyRequest): string {
  return headers.host ?? '';
}

const withoutPort = (host: string) => host.replace(/:\d*$/, '').toLowerCase();

const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** Whether a browser or program on this machine sent it directly, not through a proxy. */
export function isFromHere(request: FastifyRequest): boolean {
  const { headers, httpVersion } = request.raw;
  // Browsers do not use HTTP/1.0; proxies without configuration do, and add no header.
  const isProxied = httpVersion === '1.0' || PROXY_HEADERS.some((name) => headers[name] !== undefined);
  return isLocalHost(withoutPort(hostOf(request))) && !isProxied && /^(::1$|(::ffff:)?127\.)/.test(addressOf(request));
}

/** 421 when the Host header names another site (DNS rebinding), 400 when it is missing or duplicated. */
export function hostProblem(request: FastifyRequest, publicHost: string | null): AppError | null {
  const host = hostOf(request);
  const { httpVersion, rawHeaders } = request.raw;
  if (host === '' && httpVersion !== '1.0') return new AppError(400, 'input.malformed');
  if (rawHeaders.filter(isHostHeader).length > 1) return new AppError(400, 'input.malformed');
  if (publicHost === null) return null;
  const name = withoutPort(host);
  if (name === publicHost || isLocalHost(name) || request.routeOptions.config.anyHost) return null;
  return new AppError(421, 'host.foreign');
}

/** In `rawHeaders` names are at even positions. */
const isHostHeader = (text: string, at: number) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
