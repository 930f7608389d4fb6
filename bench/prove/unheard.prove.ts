/** `npm run prove -- unheard --payments=1000` has that many people pay while the shop is dead, tells it nothing, and opens it again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { freePort } from '#test/free-port.ts';
import { brokenInvariants } from '#test/invariants.ts';
import { readBooks, unordered } from '#test/kill-points/books.ts';
import { openStage, type Stage } from '#test/kill-points/kill.ts';
import { newPayer, type Payer } from '#test/kill-points/payer.ts';
import { howMany } from './asked.ts';

/** How far away the provider is, which is asked twice about each. */
const DISTANCE_MS = 200;
const AT_ONCE = 10;
const MOST_MINUTES = 10;

export const promise = 'a thousand who paid and of whom nobody told the shop have their orders within ten minutes';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { payments: { type: 'string', default: '1000' } } });
  const count = howMany(values.payments);
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-unheard-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder });
  opened.defer(() => postgres.stop());
  await migrate(postgres.url);
  const pool = createPool({ url: postgres.url, name: 'bukuri-prove', max: AT_ONCE });
  opened.defer(() => pool.end());
  const options = { databaseUrl: postgres.url, pool, port: await freePort(), distanceMs: DISTANCE_MS };
  const stage = await openStage(options);
  opened.defer(stage.close);

  const payers = await comeAll(stage, count);
  await stage.shop.endAt(null);
  await stage.shop.ended();
  for (const { intent } of payers) await stage.provider.pay(intent());
  await pool.query("update payments set checked_at = now() - interval '10 minutes'");
  await stage.shop.open();
  const seconds = await untilOrdered(
    stage,
    payers.map(({ intent }) => intent()),
  );
  const { lost, doubled } = await readBooks(pool, payers);
  const broken = await brokenInvariants(pool);
  console.log(
    `${payers.length} payments that nobody told the shop of, at a provider ${DISTANCE_MS} ms away: ${lost} lost, ${doubled} doubled, ` +
      `the last order ${seconds} s after the shop was open again`,
  );
  if (lost + doubled > 0 || Object.keys(broken).length > 0) throw new Error(JSON.stringify(broken));
}

/** People with a cart and a form, who have not paid yet. */
async function comeAll(stage: Stage, count: number): Promise<Payer[]> {
  const payers: Payer[] = [];
  const come = async () => {
    while (payers.length < count) {
      const payer = await newPayer(stage);
      payers.push(payer);
      await payer.put(stage.dealId);
      await payer.prepare();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, come));
  return payers;
}

/** The jobs come by themselves, each minute. */
async function untilOrdered({ pool }: Stage, paid: string[]): Promise<number> {
  const opened = performance.now();
  const passed = () => (performance.now() - opened) / 1000;
  while (passed() < 60 * MOST_MINUTES && (await unordered(pool, paid)) > 0) await wait(500);
  return Math.round(passed());
}
