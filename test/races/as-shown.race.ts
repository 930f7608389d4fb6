/** I23: an order holds what was shown and what was agreed, whatever happens to its deals during and after. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { expectedItems } from '#core/domain/expected-items.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import {
  type Arena,
  answerOr,
  holds,
  newDeals,
  newShopper,
  type Proof,
  patiently,
  type Race,
  type Shopper,
  together,
} from './race.ts';

/** Prices of each editor while people buy. Orders of one deal stand in line, so without an end hardly anybody would ever agree in time. */
const EDITS = 30;

const race: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  const dealIds = await newDeals(arena, 8);
  const figures = { rounds, orders: 0, repriced: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const dealId of dealIds) await edit(arena, dealId, '');
    const shoppers = await together(actors, () => newShopper(arena));
    await together(actors, async (actor) => {
      const { call, sessionId } = shoppers[actor] as Shopper;
      for (const dealId of dealIds.slice(random.int(0, 4), random.int(5, 8))) {
        await call(cart.add, { body: { dealId, sessionId, quantity: random.int(1, 4) } });
      }
    });
    let racing = true;
    const editing = together(2, async () => {
      for (let edits = 0; racing && edits < EDITS; edits++) {
        await edit(arena, random.pick(dealIds), '');
        await new Promise((resolve) => setTimeout(resolve, random.int(0, 10)));
      }
    });
    const buying = together(actors, (actor) => buyAsShown(arena, shoppers[actor] as Shopper)).finally(() => {
      racing = false;
    });
    const [found] = await Promise.all([buying, editing]);
    for (const dealId of dealIds) await edit(arena, dealId, ', deleted_at = now(), is_hidden = true');
    await together(actors, async (actor) => {
      const { order } = found[actor] as (typeof found)[number];
      deepEqual(await (shoppers[actor] as Shopper).call(orders.mine), [order], `seed ${random.seed}`);
    });
    for (const dealId of dealIds) await edit(arena, dealId, ', deleted_at = null, is_hidden = false');
    figures.orders += found.length;
    figures.repriced += found.reduce((sum, { repriced }) => sum + repriced, 0);
  }
  ok(figures.repriced > 0);
  await holds(arena);
  return figures;
};

/**
 * Looks at the cart, agrees to what it shows, and tries again when a price changed in between, as one does for certain
 * after the first look.
 */
async function buyAsShown(arena: Arena, { call, sessionId }: Shopper) {
  for (let repriced = 0; ; repriced++) {
    const lines = await call(cart.list, { params: { sessionId } });
    const { total } = totalsOf(lines.map(({ deal, quantity }) => ({ ...deal, quantity })));
    if (repriced === 0) await edit(arena, lines[0]?.dealId as string, '');
    const body = { sessionId, expectedItems: expectedItems(lines) };
    const order = await answerOr(call(orders.cash, { body }), 'cart.changed');
    if (order === 'cart.changed') continue;
    equal(order.totalAmount, toLek(total), `seed ${arena.random.seed}: charged other than agreed`);
    for (const item of order.items) equal(item.title, `costs ${item.price}`, 'title and price of different moments');
    return { order, repriced };
  }
}

/** A new price, and a title that tells it. */
const edit = ({ nodes, random }: Arena, dealId: string, more: string) => {
  const price = toLek(random.int(1, 400_000));
  const statement = `update deals set price = $2::numeric, title = 'costs ' || trim_scale($2::numeric) ${more} where id = $1`;
  return patiently(() => nodes.pool.query(statement, [dealId, price]));
};

export const proof: Proof = { id: 'I23', promise: 'an order holds what was shown and agreed', race, few: 1, many: 60 };
