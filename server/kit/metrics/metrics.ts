/** Prometheus metrics of this process. Loaded only with METRICS_PORT. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Observer, type Outcome, type Reading, type Readings, tallies } from './tally.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export interface Metrics {
  observe: Observer;
  /** In the format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface Measured {
  pool: Pool;
  cache: { readonly size: number };
  readings?: readonly (Reading | Readings)[];
}

export function createMetrics({ pool, cache, readings = [] }: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchPool(pool, registry);
  for (const reading of readings) tellOf(reading, registry);
  new Gauge({
    name: 'bukuri_cache_entries',
    help: 'Cached public pages and answers.',
    registers: [registry],
    collect() {
      this.set(cache.size);
    },
  });
  return {
    observe: observerOf(registry),
    contentType: registry.contentType,
    text: () => {
      declareTallies(registry);
      return registry.metrics();
    },
  };
}

/** Request counts, durations and statuses in one histogram. */
function observerOf(registry: Registry): Observer {
  const durations = new Histogram({
    name: 'bukuri_request_seconds',
    help: 'Answers by route and status, with the seconds they took.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const known = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  return ({ method, route, status, ms }: Outcome) => {
    const key = `${method} ${route} ${status}`;
    let series = known.get(key);
    if (!series) {
      series = durations.labels(method, route, String(status));
      known.set(key, series);
    }
    series.observe(ms / 1000);
  };
}

function watchPool(pool: Pool, registry: Registry): void {
  new Gauge({
    name: 'bukuri_database_connections',
    help: 'Connections of the pool that serves requests, by what they do.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'bukuri_database_waiting',
    help: 'Requests that wait for a connection.',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
}

/** A gauge that cannot be read, as while the database is away, is NaN. */
function tellOf(reading: Reading | Readings, registry: Registry): void {
  const { name, help } = reading;
  const common = { name, help, registers: [registry] };
  if ('read' in reading) {
    new Gauge({
      ...common,
      async collect() {
        this.set(await reading.read().catch(() => Number.NaN));
      },
    });
    return;
  }
  new Gauge({
    ...common,
    labelNames: ['kind'],
    async collect() {
      const kinds = await reading.readKinds().catch(() => ({}));
      this.reset();
      for (const [kind, count] of Object.entries(kinds)) this.set({ kind }, count);
    },
  });
}

/** Registers counters declared since the last scrape. */
function declareTallies(registry: Registry): void {
  for (const { name, help, labels, counts } of tallies()) {
    if (registry.getSingleMetric(name)) continue;
    new Counter({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect() {
        this.reset();
        for (const { values, count } of counts.values()) this.labels(...values).inc(count);
      },
    });
  }
}

/** Serves `/metrics` on a port of its own, which is not public. */

export interface MetricsServer {
  address: string;
  close: () => Promise<void>;
}

export async function serveMetrics(metrics: Metrics, place: { port: number; host: string }): Promise<MetricsServer> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end();
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  });
  server.listen(place);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
