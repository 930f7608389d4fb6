/** I4: one confirmation, however often it is sent and wherever it arrives, makes one order. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { holds, newDeals, newShopper, type Proof, type Race, together } from './race.ts';

const race: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  const dealIds = await newDeals(arena, 12);
  for (let round = 0; round < rounds; round++) {
    const { call, sessionId } = await newShopper(arena);
    const confirm = () => call(orders.cash, { body: { sessionId } });
    const add = (dealId: string) => call(cart.add, { body: { dealId, sessionId, quantity: random.int(1, 3) } });
    const wanted = dealIds.slice(random.int(0, 4), random.int(5, 8));
    for (const dealId of wanted) await add(dealId);

    const answers = await together(actors, confirm);

    const ids = new Set(answers.map((order) => order.id));
    equal(ids.size, 1, `seed ${random.seed}, round ${round}: ${ids.size} orders out of one cart`);
    equal(answers[0]?.items.length, wanted.length);
    deepEqual(await call(orders.mine), [answers[0]]);
    deepEqual(await call(cart.list, { params: { sessionId } }), []);
    await add(random.pick(dealIds));
    notEqual((await confirm()).id, answers[0]?.id);
  }
  await holds(arena);
  return { rounds, confirmations: rounds * actors, orders: rounds };
};

export const proof: Proof = {
  id: 'I4',
  promise: 'one confirmation makes one order',
  race,
  few: 2,
  many: 200,
  breaksWithout: [
    {
      without: 'two change one cart at the same moment',
      file: 'server/features/cart/cart.store.ts',
      take: ".where(eq(carts.userId, userId)).for('update')",
      leave: '.where(eq(carts.userId, userId))',
    },
  ],
};
