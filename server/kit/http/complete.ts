/** Holds the server to its contract: a start with an endpoint nobody serves, or with a call no endpoint has, fails. */
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint a route serves. */
    endpoint?: Endpoint;
  }
}

type NamedRows = readonly (readonly [name: string, endpoint: Endpoint])[];

/** Call it before any route is mounted. `besides` are addresses under /api that are no calls. */
export function serveExactly(
  app: FastifyInstance,
  { endpoints, besides }: { endpoints: NamedRows; besides: string[] },
): void {
  const served = new Set<Endpoint>();
  const unknown: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.endpoint) served.add(config.endpoint);
    if (
      /^\/api(\/|$)/.test(url) &&
      !besides.includes(url) &&
      !endpoints.some(([, endpoint]) => endpoint === config?.endpoint)
    )
      unknown.push(`${method} ${url}`);
  });
  app.addHook('onReady', async () => {
    const missing = endpoints.filter(([, endpoint]) => !served.has(endpoint)).map(([name]) => name);
    if (missing.length + unknown.length === 0) return;
    throw new Error(`The contract is not what is served. Missing: ${missing.join()}. No endpoint: ${unknown.join()}.`);
  });
}
