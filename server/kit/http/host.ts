/** Under which names the shop is asked: its own, once that is given, and this machine's. */
import type { FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { addressOf } from './visitor-address.ts';

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
