import { afterAll, expect, test } from 'vitest';
import { testDatabase } from './database.ts';
import { proofs } from './races/all.ts';
import { random, seedOf } from './random.ts';
import { startTwoNodes } from './two-nodes.ts';

const { url } = await testDatabase();
const nodes = await startTwoNodes(url);
afterAll(nodes.stop);
const seed = seedOf(process.env);

test.each(proofs)('$id: $promise, with fifty at once on two nodes', { timeout: 60_000 }, async ({ race, few }) => {
  const figures = await race({ nodes, random: random(seed), rounds: few, actors: 50 }).catch((error: unknown) => {
    throw new Error(`to repeat it: RACE_SEED=${seed}`, { cause: error });
  });
  expect(Object.values(figures).every(Number.isSafeInteger)).toBe(true);
});
