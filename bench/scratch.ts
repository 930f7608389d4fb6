/** A PostgreSQL of its own for a measurement, with databases of generated deals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { generateDeals } from './generate.ts';

export interface Scratch {
  /** The address of a fresh database with so many live deals. */
  withDeals: (count: number) => Promise<string>;
  stop: () => Promise<void>;
}

export async function openScratch(): Promise<Scratch> {
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-bench-'));
  const settings = ['max_connections=100', 'shared_buffers=512MB', 'shared_preload_libraries=pg_stat_statements'];
  const postgres = await startEmbeddedPostgres({ folder, settings });
  return {
    withDeals: async (count) => {
      const url = new URL(postgres.url);
      url.pathname = `/deals_${count}`;
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database deals_${count}`);
      await client.end();
      await migrate(url.href);
      await generateDeals(url.href, count);
      return url.href;
    },
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
