/** Holds the server to its contract: a start with a row nobody serves, or with a call no row has, fails. */
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#core/contract/endpoint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The row a route serves. */
    row?: Endpoint;
  }
}

type NamedRows = readonly (readonly [name: string, row: Endpoint])[];

/** Call it before any route is mounted. `besides` are addresses under /api that are no calls. */
export function serveExactly(app: FastifyInstance, { rows, besides }: { rows: NamedRows; besides: string[] }): void {
  const served = new Set<Endpoint>();
  const unknown: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.row) served.add(config.row);
    if (/^\/api(\/|$)/.test(url) && !besides.includes(url) && !rows.some(([, row]) => row === config?.row))
      unknown.push(`${method} ${url}`);
  });
  app.addHook('onReady', async () => {
    const missing = rows.filter(([, row]) => !served.has(row)).map(([name]) => name);
    if (missing.length + unknown.length === 0) return;
    throw new Error(`The contract is not what is served. Missing: ${missing.join()}. No row: ${unknown.join()}.`);
  });
}
