/** Opens the shop: database, demo shop, administrator, HTTP, jobs; and closes what was opened, last first. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { isEmpty, seedCategories, seedDemo } from '#db/seed.ts';
import { createShop } from './app.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { closeDeps, createDeps, type Deps } from './deps.ts';
import { ensureAdmin } from './features/accounts/first-admin.ts';

export interface Shop {
  /** Where it listens; null for a worker. */
  address: string | null;
  /** Tells the outside world first when `grace` is set, lets running requests end, then closes everything. */
  close: (grace?: number) => Promise<void>;
}

export interface StartOptions {
  config: Config;
  log: FastifyBaseLogger;
  /** Told when the shop cannot go on. */
  onFatal: (reason: string) => void;
  /** Makes the HTTP app; the development server has another one. */
  makeApp?: (deps: Deps) => Promise<FastifyInstance>;
}

const DRAIN_MS = 25_000;

export async function startShop({ config, log, onFatal, makeApp = createShop }: StartOptions): Promise<Shop> {
  await using opened = new AsyncDisposableStack();
  const database = await openDatabase(config, { log, onLost: (why) => onFatal(`PostgreSQL ended by itself. ${why}`) });
  opened.defer(database.close);
  const deps = await createDeps(config, { databaseUrl: database.url, log });
  opened.defer(() => closeDeps(deps));
  await fill(deps);
  const app = config.role === 'worker' ? null : await makeApp(deps);
  if (app) opened.defer(() => drain(app, log));
  const address = app ? await app.listen({ port: config.port, host: config.host }) : null;
  if (config.role !== 'web') {
    // The first visitor need not wait for the worker's code.
    const { startJobs } = await import('./jobs.ts');
    opened.defer((await startJobs(deps, database.url)).close);
  }
  const everything = opened.move();
  return {
    address,
    close: async (grace = 0) => {
      if (app) app.draining = true;
      await wait(grace);
      await everything.disposeAsync();
    },
  };
}

/** What an empty database gets, and the administrator of the configuration. */
async function fill({ config, db }: Deps): Promise<void> {
  if (await isEmpty(db)) await (config.seed === 'demo' ? seedDemo(db) : seedCategories(db));
  if (config.admin) await ensureAdmin(db, config.admin);
}

/** Stops accepting, waits for running requests, cuts off who takes longer than 25 seconds. */
async function drain(app: FastifyInstance, log: FastifyBaseLogger): Promise<void> {
  const impatience = setTimeout(() => {
    log.warn('requests took too long to end and were cut off');
    app.server.closeAllConnections();
  }, DRAIN_MS);
  // A connection whose last request ends from now on would otherwise be kept alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(sweep);
  clearTimeout(impatience);
}
