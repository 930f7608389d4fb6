/** Reading one cookie of a request. Writing happens where a cookie is owned. */
import type { FastifyRequest } from 'fastify';

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
