import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { markOver } from './deals.store.ts';

const EVERY_MS = 20_000;

/** Keeps the indexes of what is for sale free of what is over. Any number of processes may do it at once. */
export function keepOverMarked({ pool, log }: { pool: Pool; log: FastifyBaseLogger }): { close(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, EVERY_MS).unref();

  async function sweep() {
    try {
      while ((await markOver(pool)) === 1000);
    } catch (error) {
      log.warn({ err: error }, 'deals: what is over could not be marked');
    }
  }

  return {
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
