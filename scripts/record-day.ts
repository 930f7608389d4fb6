/**
 * Writes db/yesterday.jsonl: every statement that this version sends to its database on a day on which each call is made and
 * each job runs. Run it when a version is let out: test/yesterday.test.ts holds later ones to it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#server/config.ts';
import { closeDeps, createDeps } from '#server/create-deps.ts';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { createLog } from '#server/kit/log.ts';
import { recordStatements } from './recorded-statements.ts';
import { spendDay } from './shop-day.ts';

const FILE = new URL('../db/yesterday.jsonl', import.meta.url);

const folder = mkdtempSync(join(tmpdir(), 'bukuri-day-'));
const postgres = await startEmbeddedPostgres({ folder });
try {
  await migrate(postgres.url);
  const pool = createPool({ url: postgres.url });
  const said = recordStatements(pool);
  const deps = await createDeps(loadConfig({ CACHE: 'off' }), {
    databaseUrl: postgres.url,
    log: createLog('warn'),
    pool,
  });
  await spendDay(deps);
  await closeDeps(deps);
  writeFileSync(FILE, said.map((one) => `${JSON.stringify(one)}\n`).join(''));
  console.log(`db/yesterday.jsonl has ${said.length} statements.`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}
