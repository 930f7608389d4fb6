/** `npm run prove -- races --rounds=2 --only=I4,I5` runs twice the usual rounds of two races; RACE_SEED repeats a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { proofs } from '#test/races/all.ts';
import type { NamedProof } from '#test/races/race.ts';
import { random, seedOf } from '#test/random.ts';
import { startTwoNodes, type TwoNodes } from '#test/two-nodes.ts';
import { howMany, named } from './asked.ts';

const ACTORS = 50;

export const promise = 'what must hold with fifty at once on two nodes, for many rounds';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '1' }, only: { type: 'string' } },
  });
  const times = howMany(values.rounds);
  const chosen = named(proofs, values.only, ({ id }) => [id]);
  const seed = seedOf(process.env);
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-prove-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder, settings: ['max_connections=100'] });
  opened.defer(() => postgres.stop());
  await migrate(postgres.url);
  const nodes = await startTwoNodes(postgres.url);
  opened.defer(nodes.stop);
  console.log(`Two nodes, one database, ${ACTORS} at once. RACE_SEED=${seed}`);
  for (const proof of chosen) await run(proof, { nodes, seed, times });
}

async function run(
  { id, promise: said, race, many }: NamedProof,
  { nodes, seed, times }: { nodes: TwoNodes; seed: number; times: number },
): Promise<void> {
  const started = performance.now();
  const figures = await race({ nodes, random: random(seed), rounds: many * times, actors: ACTORS });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const counted = Object.entries(figures).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  console.log(`${id.padEnd(4)} ${said}: ${counted.join(', ')}; 0 violations in ${seconds} s`);
}
