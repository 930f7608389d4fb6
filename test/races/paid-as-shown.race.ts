/** I23: what a card paid for is what was shown when it was prepared, whatever its salon changes while the card pays. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { expectedItems } from '#core/domain/expected-items.ts';
import { toLek, totalsOf } from '#core/domain/money.ts';
import { payWith } from '#test/pay-with.ts';
import {
  type Arena,
  answerOr,
  holds,
  newDeals,
  newShopper,
  type Proof,
  patiently,
  type Race,
  together,
} from './race.ts';

const DEALS = 2;
const EDITS = 3;

const race: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  const dealIds = await newDeals(arena, DEALS * actors);
  const figures = { rounds, orders: 0, edits: 0, deleted: 0, repriced: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const dealId of dealIds) await edit(arena, dealId, ', deleted_at = null, is_hidden = false');
    const found = await together(actors, (actor) =>
      payAsShown(arena, dealIds.slice(DEALS * actor, DEALS * (actor + 1))),
    );
    for (const dealId of dealIds) await edit(arena, dealId, DELETED);
    await together(actors, async (actor) => {
      const { call, order } = found[actor] as (typeof found)[number];
      deepEqual(await call(orders.mine), [order], `seed ${random.seed}`);
    });
    figures.orders += found.length;
    for (const { edits, deleted, repriced } of found) {
      figures.edits += edits;
      figures.deleted += deleted;
      figures.repriced += repriced;
    }
  }
  ok(figures.repriced > 0 && figures.deleted > 0);
  await holds(arena);
  return figures;
};

/** Agrees to what the cart shows; while the card pays, its deals get other prices and names, or go. */
async function payAsShown(arena: Arena, dealIds: readonly string[]) {
  const { nodes, random } = arena;
  const { call, sessionId } = await newShopper(arena);
  for (const dealId of dealIds) await call(cart.add, { body: { dealId, sessionId, quantity: random.int(1, 4) } });
  const said = `seed ${random.seed}`;
  const changes = { edits: 0, deleted: 0 };
  const change = async () => {
    for (let times = 0; times < EDITS; times++) {
      await new Promise((resolve) => setTimeout(resolve, random.int(0, 30)));
      const goes = random.chance(0.3);
      await edit(arena, random.pick(dealIds), goes ? DELETED : '');
      changes[goes ? 'deleted' : 'edits'] += 1;
    }
  };
  for (let repriced = 0; ; repriced++) {
    const lines = await call(cart.list, { params: { sessionId } });
    const shown = toLek(totalsOf(lines.map(({ deal, quantity }) => ({ ...deal, quantity }))).total);
    if (repriced === 0) await edit(arena, dealIds[0] as string, '');
    const asked = call(payments.intent, { body: { sessionId, expectedItems: expectedItems(lines) } });
    const prepared = await answerOr(asked, 'cart.changed');
    if (prepared === 'cart.changed') continue;
    equal(prepared.totalALL, shown, said);
    const { paymentIntentId } = prepared;
    const pay = async () => {
      await patiently(() => payWith(nodes.db, paymentIntentId, 'pm_card_visa'));
      return call(payments.checkout, { body: { sessionId, paymentIntentId } });
    };
    const [order] = await Promise.all([pay(), change()]);
    equal(order.totalAmount, shown, `${said}: ordered other than shown`);
    deepEqual(
      order.items.map(bought),
      lines.map(({ dealId, quantity, deal }) => bought({ ...deal, dealId, quantity })),
    );
    return { call, order, repriced, ...changes };
  }
}

const bought = ({
  dealId,
  title,
  price,
  quantity,
}: {
  dealId: string;
  title: string;
  price: number;
  quantity: number;
}) => ({
  ...{ dealId, title, price, quantity },
});

const DELETED = ', deleted_at = now(), is_hidden = true';

/** A new price, and a title that tells it. */
const edit = ({ nodes, random }: Arena, dealId: string, more: string) => {
  const price = toLek(random.int(6_000, 400_000));
  const statement = `update deals set price = $2::numeric, title = 'costs ' || trim_scale($2::numeric) ${more} where id = $1`;
  return patiently(() => nodes.pool.query(statement, [dealId, price]));
};

export const proof: Proof = {
  promise: 'a card pays for what was shown, whatever is changed meanwhile',
  race,
  few: 1,
  many: 20,
};
