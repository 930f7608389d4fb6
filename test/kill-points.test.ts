/** Some of `npm run prove -- kill-points`, which ends the shop at every point: each end costs a start. */
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { killOnce, openStage } from './kill-points/kill.ts';
import { scenes } from './kill-points/scenes.ts';
import { random, seedOf } from './random.ts';

const { url, pool } = await testDatabase();
const stage = await openStage({ databaseUrl: url, pool, port: await freePort() });
afterAll(stage.close);
/** The same each time, so that what is noticed once is always noticed. */
const seed = process.env.RACE_SEED ? seedOf(process.env) : 5;
const some = scenes.filter(({ id }) => ['K2', 'K6', 'K9', 'K12'].includes(id));

test.each(some.map((scene, turn) => ({ ...scene, scene, turn })))(
  '$id: who pays while the shop ends $ends has one order, and pays once',
  { timeout: 60_000 },
  async ({ scene, turn }) => {
    const became = await killOnce(stage, scene, { turn, random: random(seed) });
    const { payers = 1 } = scene;
    const right = { lost: 0, doubled: 0, orders: payers, repairMs: expect.any(Number) };
    expect(became).toEqual(right);
  },
);
