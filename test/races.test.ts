import { afterAll, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { asShownRace } from './races/as-shown.race.ts';
import { conservationRace } from './races/conservation.race.ts';
import { foreignIdsRace } from './races/foreign-ids.race.ts';
import { oneFavoriteRace } from './races/one-favorite.race.ts';
import { oneLineRace } from './races/one-line.race.ts';
import { oneOrderRace } from './races/one-order.race.ts';
import { totalsRace } from './races/totals.race.ts';
import { visibleOnlyRace } from './races/visible-only.race.ts';
import { random, seedOf } from './random.ts';
import { startTwoNodes } from './two-nodes.ts';

// Few rounds, so that they take seconds; `npm run prove` runs the same races for long.
const { url } = await testDatabase();
const nodes = await startTwoNodes(url);
afterAll(nodes.stop);
const seed = seedOf(process.env);
console.log(`RACE_SEED=${seed}`);

test.each([
  ['one confirmation makes one order, however often it is sent', oneOrderRace, 4],
  ['every unit of a cart ends in exactly one place', conservationRace, 4],
  ['one deal is one line of at most 99', oneLineRace, 3],
  ['a deal is saved once and its likes say so', oneFavoriteRace, 3],
  ['a total is the exact sum', totalsRace, 100],
  ['what cannot be seen is not bought', visibleOnlyRace, 2],
  ['an order holds what was shown and agreed', asShownRace, 2],
  ["what is somebody else's cannot be told from nothing", foreignIdsRace, 1],
] as const)('%s, with fifty at once on two nodes', { timeout: 60_000 }, async (_, race, rounds) => {
  const figures = await race({ nodes, random: random(seed), rounds, actors: 50 });
  expect(Object.values(figures).every(Number.isSafeInteger)).toBe(true);
});
