/** I6: however many add one deal at once, it is one line of at most 99. */
import { equal } from 'node:assert/strict';
import { cart } from '#core/contract/cart.ts';
import { holds, newDeals, newShopper, type Proof, type Race, together } from './race.ts';

const race: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  const [dealId] = (await newDeals(arena, 1)) as [string];
  const figures = { rounds, adds: 0, clamped: 0 };
  for (let round = 0; round < rounds; round++) {
    const { call, sessionId } = await newShopper(arena);
    const most = random.int(1, 3);
    const wanted = Array.from({ length: random.pick([actors, actors * 2]) }, () => random.int(1, most));
    const answers = await together(wanted.length, (actor) =>
      call(cart.add, { body: { dealId, sessionId, quantity: wanted[actor] as number } }),
    );
    const sum = wanted.reduce((all, quantity) => all + quantity, 0);
    const lines = await call(cart.list, { params: { sessionId } });
    equal(lines.length, 1);
    equal(lines[0]?.quantity, Math.min(99, sum), `seed ${random.seed}, round ${round}`);
    equal(new Set(answers.map((line) => line.id)).size, 1);
    figures.adds += wanted.length;
    figures.clamped += sum > 99 ? 1 : 0;
  }
  await holds(arena);
  return figures;
};

export const proof: Proof = { id: 'I6', promise: 'one deal is one line of at most 99', race, few: 2, many: 200 };
