/** I21: what is hidden, paused, deleted or expired at the moment of confirming is not bought. */
import { equal, ok } from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { orders } from '#core/contract/orders.ts';
import { orders as orderRows } from '#db/schema.ts';
import type { Db } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Arena, answerOr, holds, newDeals, newShopper, type Race, type Shopper, together } from './race.ts';

const GONE = [
  'is_hidden = true',
  'is_active = false',
  'deleted_at = now()',
  "expires_at = now() - interval '1 second'",
];
const BACK = "is_hidden = false, is_active = true, deleted_at = null, expires_at = null, title = 'visible'";

export const visibleOnlyRace: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  const dealIds = await newDeals(arena, 8);
  const figures = { rounds, confirmations: 0, orders: 0, refused: 0 };
  for (let round = 0; round < rounds; round++) {
    await toggle(arena, dealIds, BACK);
    const shoppers = await together(actors, () => newShopper(arena));
    await together(actors, async (actor) => {
      const { call, sessionId } = shoppers[actor] as Shopper;
      for (const dealId of dealIds.slice(random.int(0, 4), random.int(5, 8))) {
        await call(cart.add, { body: { dealId, sessionId } });
      }
      await call(favorites.add, { body: { dealId: random.pick(dealIds), sessionId } });
    });
    let racing = true;
    const toggling = togglers(arena, dealIds, () => racing);
    const found = await together(actors, (actor) => shop(shoppers[actor] as Shopper, arena)).finally(() => {
      racing = false;
      return toggling;
    });
    figures.confirmations += actors * 4;
    figures.orders += found.filter((order) => order.bought).length;
    figures.refused += found.reduce((sum, order) => sum + order.refused, 0);
  }
  ok(figures.refused > 0, 'nothing was hidden in time: this race proves nothing');
  await holds(arena);
  return figures;
};

async function shop({ call, sessionId }: Shopper, { random }: Arena) {
  let refused = 0;
  for (let times = 0; times < 4; times++) {
    const order = await answerOr(call(orders.cash, { body: { sessionId } }), 'cart.unavailable');
    const saved = await call(favorites.list, { params: { sessionId } });
    for (const { deal } of saved) ok(deal.title !== 'gone' || deal.expiresAt !== null, 'a hidden deal was listed');
    if (order === 'cart.unavailable') {
      refused += 1;
      continue;
    }
    for (const item of order.items) equal(item.title, 'visible', `seed ${random.seed}: order ${order.id}`);
    return { bought: true, refused };
  }
  return { bought: false, refused };
}

/**
 * The title says, in the same statement, whether the deal can be bought: so each snapshot tells what held when it was
 * made. And from the moment the deal went until it comes back no order with it may be committed.
 */
async function togglers(arena: Arena, dealIds: string[], racing: () => boolean): Promise<void> {
  const { nodes, random } = arena;
  await together(3, async (toggler) => {
    while (racing()) {
      const dealId = random.pick(dealIds.filter((_, at) => at % 3 === toggler));
      const before = await inTransaction(nodes.db, async (tx) => {
        await tx.execute(sql`update deals set ${sql.raw(random.pick(GONE))}, title = 'gone' where id = ${dealId}`);
        return ordersWith(tx, dealId);
      });
      await pause(random.int(0, 12));
      equal(await ordersWith(nodes.db, dealId), before, `seed ${random.seed}: ${dealId} was bought while it was gone`);
      await toggle(arena, [dealId], BACK);
      await pause(random.int(0, 12));
    }
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const ordersWith = (db: Db, dealId: string) =>
  db.$count(orderRows, sql`${orderRows.items} @> ${JSON.stringify([{ dealId }])}::jsonb`);

const toggle = ({ nodes }: Arena, dealIds: string[], set: string) =>
  nodes.pool.query(`update deals set ${set} where id = any($1)`, [dealIds]);
