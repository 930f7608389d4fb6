/** Starts database, seed data, HTTP server and jobs, and stops them in reverse order. */
import type { Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createShop } from './app.ts';
import type { Config } from './config.ts';
import { closeDeps, createDeps } from './create-deps.ts';
import { openDatabase } from './database.ts';
import type { Deps } from './deps.ts';
import { ensureAdmin } from './features/accounts/first-admin.ts';
import { drain, stopAcceptingConnections } from './kit/http/graceful-shutdown.ts';
import { listenOnMoreSockets, SHARED, tryPort } from './kit/http/listening.ts';
import { isEmpty, seedCategories } from './seed.ts';
import { seedShop } from './seed-past.ts';

export interface Shop {
  /** Listening address; null for a worker. */
  address: string | null;
  /** Graceful shutdown; `grace` in ms after the readiness check fails and again after the sockets are closed. */
  close: (grace?: number) => Promise<void>;
}

export interface StartOptions {
  config: Config;
  log: FastifyBaseLogger;
  /** Called when the process cannot continue. */
  onFatal: (reason: string) => void;
  /** Replaced by the development server. */
  makeApp?: (deps: Deps) => Promise<FastifyInstance>;
  /** Progress messages. */
  say?: (step: string) => void;
  /** Aborts waiting for the database. */
  signal?: AbortSignal;
}

export async function startShop(options: StartOptions): Promise<Shop> {
  const { config, log, onFatal, makeApp = createShop, say, signal } = options;
  await using opened = new AsyncDisposableStack();
  const host = config.role === 'worker' ? null : await tryPort(config);
  if (config.metrics) await tryPort({ ...config.metrics, name: 'METRICS_PORT' });
  const onLost = (why: string) => onFatal(`PostgreSQL ended by itself. ${why}`);
  const database = await openDatabase(config, { log, onLost, say, signal });
  opened.defer(database.close);
  const deps = await createDeps(config, { databaseUrl: database.url, log });
  opened.defer(() => closeDeps(deps));
  await fill(deps, say);
  if (config.metrics) opened.defer(await openMetrics(deps));
  const app = host === null ? null : await makeApp(deps);
  const sockets: Server[] = [];
  if (app) opened.defer(() => drain(app, { sockets, log }));
  const address = app && host !== null ? await app.listen({ port: config.port, host, ...SHARED }) : null;
  if (app) sockets.push(...(await listenOnMoreSockets(app.server)));
  if (config.role !== 'web') {
    // The first visitor need not wait for the worker's code.
    const { startJobs } = await import('./jobs.ts');
    opened.defer((await startJobs(deps, database.directUrl)).close);
  }
  const everything = opened.move();
  return {
    address,
    close: async (grace = 0) => {
      deps.closing.abort();
      await wait(grace);
      if (app) await stopAcceptingConnections([app.server, ...sockets], deps.leaving);
      await wait(grace);
      await everything.disposeAsync();
    },
  };
}

async function openMetrics({ config, log, metrics }: Deps): Promise<() => Promise<void>> {
  if (!config.metrics || !metrics) return async () => {};
  const { serveMetrics } = await import('./kit/metrics/metrics.ts');
  const { address, close } = await serveMetrics(metrics, config.metrics);
  log.info({ address }, 'metrics');
  return close;
}

/** Seeds an empty database and creates the configured administrator. */
async function fill({ config, db }: Deps, say: StartOptions['say']): Promise<void> {
  if (await isEmpty(db)) {
    const isDemo = config.seed === 'demo';
    say?.(isDemo ? 'Filling the demo shop …' : 'Filling the categories …');
    await (isDemo ? seedShop(db) : seedCategories(db));
  }
  if (config.admin) await ensureAdmin(db, config.admin);
}
