/** I21: what is hidden, paused, deleted or expired at the moment of confirming is not bought. */
import { equal, ok } from 'node:assert/strict';
import { eq, sql } from 'drizzle-orm';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { orders } from '#core/contract/orders.ts';
import { orderItems } from '#db/schema/shopping.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
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

const GONE = [
  'is_hidden = true',
  'is_active = false',
  'deleted_at = now()',
  "expires_at = now() - interval '1 second'",
];
const BACK = "is_hidden = false, is_active = true, deleted_at = null, expires_at = null, title = 'visible'";

/** Stands in every cart and is hidden when the confirming begins, so that some of it is refused for certain. */
const VEILED = 4;

const race: Race = async (arena) => {
  const { rounds, actors } = arena;
  const dealIds = await newDeals(arena, 8);
  const veiled = dealIds.splice(VEILED, 1) as [string];
  const figures = { rounds, orders: rounds * actors, refused: 0 };
  for (let round = 0; round < rounds; round++) {
    await toggle(arena, [...dealIds, ...veiled], BACK);
    const shoppers = await together(actors, () => fillCart(arena, dealIds, veiled[0]));
    await toggle(arena, veiled, "is_hidden = true, title = 'gone'");
    let racing = true;
    const toggling = togglers(arena, dealIds, () => racing);
    const unveil = () => toggle(arena, veiled, BACK);
    const confirming = together(actors, (actor) =>
      confirmVisible(arena, shoppers[actor] as Shopper, { tries: 4, onRefusal: unveil }),
    ).finally(() => {
      racing = false;
    });
    const [tried] = await Promise.all([confirming, toggling]);
    // Now that everything is for sale again, whoever was refused each time gets an order too, the others theirs again.
    await together(actors, (actor) => confirmVisible(arena, shoppers[actor] as Shopper, { tries: 1 }));
    figures.refused += tried.reduce((sum, refused) => sum + refused, 0);
  }
  equal(await ordersWith(arena.nodes.db, veiled[0]), figures.orders);
  ok(figures.refused > 0);
  await holds(arena);
  return figures;
};

async function fillCart(arena: Arena, dealIds: string[], veiled: string): Promise<Shopper> {
  const { random } = arena;
  const shopper = await newShopper(arena);
  const { call, sessionId } = shopper;
  for (const dealId of [...dealIds.slice(random.int(0, 3), random.int(3, 7)), veiled]) {
    await call(cart.add, { body: { dealId, sessionId } });
  }
  await call(favorites.add, { body: { dealId: random.pick(dealIds), sessionId } });
  return shopper;
}

/** Tries to confirm, looks at what is saved, and says how often it was refused. */
async function confirmVisible(
  { random }: Arena,
  { call, sessionId }: Shopper,
  { tries, onRefusal }: { tries: number; onRefusal?: () => Promise<unknown> },
): Promise<number> {
  for (let refused = 0; refused < tries; refused++) {
    const order = await answerOr(call(orders.cash, { body: { sessionId } }), 'cart.unavailable');
    const saved = await call(favorites.list, { params: { sessionId } });
    for (const { deal } of saved) ok(deal.title !== 'gone' || deal.expiresAt !== null, 'a hidden deal was listed');
    if (order === 'cart.unavailable') {
      if (refused === 0) await onRefusal?.();
      continue;
    }
    for (const item of order.items) equal(item.title, 'visible', `seed ${random.seed}: order ${order.id}`);
    return refused;
  }
  return tries;
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
      const gone = sql`update deals set ${sql.raw(random.pick(GONE))}, title = 'gone' where id = ${dealId}`;
      const before = await patiently(() =>
        inTransaction(nodes.db, async (tx) => {
          await tx.execute(gone);
          return ordersWith(tx, dealId);
        }),
      );
      await pause(random.int(0, 12));
      equal(await ordersWith(nodes.db, dealId), before, `seed ${random.seed}: ${dealId} was bought while it was gone`);
      await toggle(arena, [dealId], BACK);
      await pause(random.int(0, 12));
    }
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const ordersWith = (db: Db, dealId: string) => db.$count(orderItems, eq(orderItems.dealId, dealId));

const toggle = ({ nodes }: Arena, dealIds: string[], set: string) =>
  patiently(() => nodes.pool.query(`update deals set ${set} where id = any($1)`, [dealIds]));

export const proof: Proof = {
  id: 'I21',
  promise: 'what cannot be seen is not bought',
  race,
  few: 1,
  many: 60,
  breaksWithout: [
    {
      without: 'a deal changes while it is ordered',
      file: 'server/features/cart/cart.store.ts',
      take: ".for('no key update', { of: deals })",
    },
  ],
};
