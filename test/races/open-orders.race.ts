/** I32: however many are confirmed at once, on whichever node, five cash orders of one person are open, not six. */
import { equal } from 'node:assert/strict';
import { cart } from '#core/contract/cart.ts';
import { MAX_OPEN_CASH_ORDERS, orders } from '#core/contract/orders.ts';
import { answerOr, holds, newDeals, newShopper, type Proof, type Race, together } from './race.ts';

const race: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  const dealIds = await newDeals(arena, 8);
  const figures = { rounds, made: 0, refused: 0 };
  for (let round = 0; round < rounds; round++) {
    const { call, sessionId } = await newShopper(arena);
    const confirm = () => answerOr(call(orders.cash, { body: { sessionId } }), 'orders.tooManyOpen', 'cart.empty');
    const answers = await together(actors, async () => {
      await call(cart.add, { body: { dealId: random.pick(dealIds), sessionId } });
      return confirm();
    });
    // Whatever the fifty left, somebody goes on until there are as many as there may be.
    for (let more = 0; more <= MAX_OPEN_CASH_ORDERS; more++) {
      await call(cart.add, { body: { dealId: random.pick(dealIds), sessionId } });
      if ((await confirm()) === 'orders.tooManyOpen') break;
    }
    const made = await call(orders.mine);
    equal(made.length, MAX_OPEN_CASH_ORDERS, `seed ${random.seed}, round ${round}: ${made.length} open orders`);
    figures.made += made.length;
    figures.refused += answers.filter((answer) => answer === 'orders.tooManyOpen').length;
  }
  await holds(arena);
  return figures;
};

export const proof: Proof = {
  id: 'I32',
  promise: 'as many orders are open as may be, and no more',
  race,
  few: 2,
  many: 200,
  breaksWithout: [
    {
      without: 'one person keeps more cash orders open than may be, one after another or at once',
      file: 'server/features/orders/orders.service.ts',
      take: 'if ((await countOpenCashOrders(tx, userId)) >= MAX_OPEN_CASH_ORDERS)',
      leave: 'if ((await countOpenCashOrders(tx, userId)) < 0)',
    },
  ],
};
