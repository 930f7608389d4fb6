/** Whether a request comes from a person, as far as it says itself. */
import type { FastifyRequest } from 'fastify';

const BOT =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|lighthouse|curl|wget|python|java\/|go-http|node|undici|axios|lightmyrequest|monitor|uptime/i;

/** Neither a program nor a prefetch. */
export function isPerson({ headers }: FastifyRequest): boolean {
  const agent = headers['user-agent'];
  return !!agent && !BOT.test(agent) && !/prefetch|prerender/.test(`${headers['sec-purpose']}`);
}
