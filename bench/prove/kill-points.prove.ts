/** `npm run prove -- kill-points --times=20 --only=K5,K6` ends the shop that often at those points of a payment; RACE_SEED repeats a run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { freePort } from '#test/free-port.ts';
import { killOnce, openStage, type Stage } from '#test/kill-points/kill.ts';
import { type Scene, scenes } from '#test/kill-points/scenes.ts';
import { type Random, random, seedOf } from '#test/random.ts';
import { howMany, named } from './asked.ts';

export const promise = 'a shop that is killed at any step of a payment by card makes one order of it, and charges once';

export async function prove(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { times: { type: 'string', default: '20' }, only: { type: 'string' } },
  });
  const times = howMany(values.times);
  const chosen = named(scenes, values.only, ({ id }) => [id]);
  const chance = random(seedOf(process.env));
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bukuri-kill-points-'));
  opened.defer(() => rmSync(folder, { recursive: true }));
  const postgres = await startEmbeddedPostgres({ folder });
  opened.defer(() => postgres.stop());
  await migrate(postgres.url);
  const pool = createPool({ url: postgres.url, name: 'bukuri-prove', max: 4 });
  opened.defer(() => pool.end());
  const stage = await openStage({ databaseUrl: postgres.url, pool, port: await freePort() });
  opened.defer(stage.close);
  console.log(`RACE_SEED=${chance.seed}`);
  let isBroken = false;
  for (const scene of chosen) {
    const isRight = await endAt(stage, scene, { times, chance });
    isBroken ||= !isRight;
  }
  if (isBroken) throw new Error('what was paid and what was ordered are not the same');
}

async function endAt(
  stage: Stage,
  scene: Scene,
  { times, chance }: { times: number; chance: Random },
): Promise<boolean> {
  const sum = { orders: 0, lost: 0, doubled: 0, late: 0, slowest: 0 };
  for (let turn = 0; turn < times; turn++) {
    const { orders, lost, doubled, repairMs } = await killOnce(stage, scene, { turn, random: chance });
    sum.orders += orders;
    sum.lost += lost;
    sum.doubled += doubled;
    sum.late += repairMs === null ? 1 : 0;
    sum.slowest = Math.max(sum.slowest, repairMs ?? 0);
  }
  console.log(
    `${scene.id.padEnd(3)} ${scene.ends}: ${times} kills, ${sum.orders} orders, ${sum.lost} lost, ${sum.doubled} doubled, ` +
      `${sum.late} never put right; the slowest ${Math.round(sum.slowest)} ms after the shop was open again`,
  );
  return sum.lost + sum.doubled + sum.late === 0;
}
