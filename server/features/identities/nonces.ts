/**
 * Which page asked a provider to vouch for somebody: a random value in a cookie that scripts cannot read. The page is told
 * what stands for it, the provider signs that, and it comes back beside the cookie.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '#server/kit/digest.ts';
import { cookieOf } from '#server/kit/http/request-context.ts';

export interface Nonces {
  /** Null for a browser that was given none. */
  of(request: FastifyRequest): string | null;
  /** The same in each of its tabs, until it is closed. */
  give(request: FastifyRequest, reply: FastifyReply): string;
}

export function createNonces(isHttps: boolean): Nonces {
  const name = isHttps ? '__Host-bukuri-nonce' : 'bukuri-nonce';
  const attributes = `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}; HttpOnly`;
  const read = (request: FastifyRequest) => {
    const value = cookieOf(request, name);
    return value && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : null;
  };
  return {
    of(request) {
      const value = read(request);
      return value && digestOf(value);
    },
    give(request, reply) {
      const known = read(request);
      const value = known ?? randomBytes(16).toString('base64url');
      if (!known) reply.header('set-cookie', `${name}=${value}${attributes}`);
      return digestOf(value);
    },
  };
}
