/**
 * I5: while one cart is added to, changed, emptied, ordered in cash and paid by card at once, no unit vanishes or doubles:
 * an order takes out of the cart what it holds, unless the same filling was ordered in cash while the card paid.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { v7 } from 'uuid';
import { cart } from '#core/contract/cart.ts';
import { type Order, orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { SandboxProblem } from '#server/gateways/payments/sandbox/sandbox-problem.ts';
import { payWith } from '#test/pay-with.ts';
import { newDeal } from '../shoppers.ts';
import {
  type Arena,
  answerOr,
  holds,
  newShopper,
  type Proof,
  patiently,
  type Race,
  type Shopper,
  together,
} from './race.ts';

const DEALS = 5;

interface Round {
  shopper: Shopper;
  /** Units that were put in, by deal. */
  added: Map<string, number>;
  made: Map<string, Order>;
  /** A deal whose quantity is changed, which nobody counts. */
  changed: string;
}

const race: Race = async (arena) => {
  const { rounds, random } = arena;
  // Dear enough for a card, cheap enough for cash.
  const price = () => ({ price: random.int(6_000, 25_000), originalPrice: null });
  const dealIds = await Promise.all(Array.from({ length: DEALS }, () => newDeal(arena.nodes.db, price())));
  const figures = { rounds, added: 0, byCard: 0, inCash: 0, twice: 0 };
  for (let round = 0; round < rounds; round++) {
    const found = await playRound(arena, { dealIds, takesOut: round % 2 === 1 });
    for (const name of ['added', 'byCard', 'inCash', 'twice'] as const) figures[name] += found[name];
  }
  ok(figures.byCard > figures.twice && figures.inCash > 0);
  await holds(arena);
  return figures;
};

/** In every other round lines are also changed and taken out. */
async function playRound(arena: Arena, { dealIds, takesOut }: { dealIds: string[]; takesOut: boolean }) {
  const { random, actors, nodes } = arena;
  const shopper = await newShopper(arena);
  const [changed = '', ...counted] = dealIds;
  const round: Round = { shopper, changed, added: new Map(counted.map((id) => [id, 0])), made: new Map() };
  await add(arena, round);
  await together(actors, (actor) => {
    switch (actor % 10) {
      case 0:
      case 5:
        return payByCard(arena, round);
      case 1:
        return confirmInCash(arena, round);
      case 2:
      case 7:
        return takesOut ? takeOut(arena, round) : add(arena, round);
      default:
        return add(arena, round);
    }
  });
  const said = `seed ${random.seed}`;
  const listed = await shopper.call(orders.mine);
  const told = (these: Iterable<Order>) => [...these].map(({ id, paymentMethod }) => `${id} ${paymentMethod}`).sort();
  deepEqual(told(listed), told(round.made.values()), said);
  const { rows: twice } = await nodes.pool.query<{ id: string }>(
    'select o.id from orders o join payments p on p.order_id = o.id and p.cart_generation <> o.cart_generation where o.user_id = $1',
    [shopper.userId],
  );
  const others = new Set(twice.map(({ id }) => id));
  for (const [dealId, added] of round.added) {
    const { left, removed } = await unitsLeft(arena, { shopper, dealId });
    const units = (method: string) =>
      unitsIn(
        listed.filter(({ id, paymentMethod }) => paymentMethod === method && !others.has(id)),
        dealId,
      );
    // What a card paid for may have been taken out by hand before it was paid.
    const byCard = added - left - removed - units('cash');
    const words = `${said}: ${JSON.stringify({ dealId, added, left, removed, inCash: units('cash'), byCard: units('card') })}`;
    if (takesOut) ok(byCard >= 0 && byCard <= units('card'), words);
    else equal(byCard, units('card'), words);
  }
  const of = (method: string) => listed.filter(({ paymentMethod }) => paymentMethod === method).length;
  const added = [...round.added.values()].reduce((sum, units) => sum + units, 0);
  return { added, byCard: of('card'), inCash: of('cash'), twice: others.size };
}

const unitsIn = (these: readonly Order[], dealId: string) =>
  these
    .flatMap(({ items }) => items)
    .filter((item) => item.dealId === dealId)
    .reduce((sum, { quantity }) => sum + quantity, 0);

async function unitsLeft({ nodes }: Arena, { shopper, dealId }: { shopper: Shopper; dealId: string }) {
  const { rows } = await nodes.pool.query<{ left: number; removed: number }>(
    `select coalesce(sum(quantity) filter (where removed_at is null), 0)::int as left,
       coalesce(sum(quantity) filter (where removed_at is not null), 0)::int as removed
     from cart_items where user_id = $1 and deal_id = $2`,
    [shopper.userId, dealId],
  );
  return rows[0] ?? { left: 0, removed: 0 };
}

async function add({ random }: Arena, { shopper, added }: Round): Promise<void> {
  const { call, sessionId } = shopper;
  for (let times = 0; times < 2; times++) {
    const dealId = random.pick([...added.keys()]);
    // Whoever was told that the shop is busy asks again, and adds once: by then the line may have been ordered.
    await answerOr(call(cart.add, { body: { dealId, sessionId, key: v7() } }), 'cart.lineNotFound');
    added.set(dealId, (added.get(dealId) ?? 0) + 1);
  }
}

/** Takes a line out, changes one of a deal that nobody counts, or empties the cart. */
async function takeOut({ random }: Arena, { shopper: { call, sessionId }, changed }: Round): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random.int(0, 60)));
  if (random.chance(0.3)) {
    await call(cart.clear, { params: { sessionId } });
    return;
  }
  const line = await call(cart.add, { body: { dealId: changed, sessionId } });
  const quantity = random.int(1, 9);
  await answerOr(call(cart.update, { params: { itemId: line.id }, body: { quantity } }), 'cart.lineNotFound');
  for (const { id, dealId } of (await call(cart.list, { params: { sessionId } })).slice(0, 2))
    if (dealId !== changed) await answerOr(call(cart.remove, { params: { itemId: id } }), 'cart.lineNotFound');
}

/** What was ordered counts as paid at once, so that the limit of open orders is not in the way. */
async function confirmInCash({ nodes, random }: Arena, { shopper: { call, sessionId }, made }: Round): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random.int(0, 800)));
  const body = { sessionId, key: v7() };
  const order = await answerOr(call(orders.cash, { body }), 'cart.empty', 'orders.tooManyOpen');
  if (typeof order === 'string') return;
  made.set(order.id, order);
  await nodes.pool.query(`update orders set status = 'completed' where id = $1 and status = 'pending'`, [order.id]);
}

/** Prepares, pays what is asked by then, and says so. */
async function payByCard({ nodes }: Arena, { shopper: { call, sessionId }, made }: Round): Promise<void> {
  const prepared = await answerOr(
    call(payments.intent, { body: { sessionId } }),
    ...(['cart.empty', 'payments.alreadyPaid', 'payments.underWay', 'payments.tooSmall'] as const),
  );
  if (typeof prepared === 'string') return;
  const { paymentIntentId } = prepared;
  await patiently(() => payWith(nodes.db, paymentIntentId, 'pm_card_visa')).catch((error: unknown) => {
    // Another tab paid it, or the shop canceled it, since its cart was ordered.
    if (!(error instanceof SandboxProblem)) throw error;
  });
  const order = await answerOr(
    call(payments.checkout, { body: { sessionId, paymentIntentId } }),
    ...(['payments.notPaid'] as const),
  );
  if (typeof order !== 'string') made.set(order.id, order);
}

export const proof: Proof = {
  promise: 'every unit of a cart ends in exactly one place, whoever pays how',
  race,
  few: 2,
  many: 1000,
};
