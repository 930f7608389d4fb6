/** I5: whatever is added, changed, removed, cleared and confirmed at once, every unit ends in exactly one place. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { cart } from '#core/contract/cart.ts';
import { type Order, orders } from '#core/contract/orders.ts';
import {
  type Arena,
  answerOr,
  holds,
  newDeals,
  newShopper,
  type Proof,
  type Race,
  type Shopper,
  together,
} from './race.ts';

const SHARED = 2;

const race: Race = async (arena) => {
  const { rounds, actors } = arena;
  const keepers = Math.floor(actors * 0.6);
  const dealIds = await newDeals(arena, keepers + SHARED);
  const figures = { rounds, lines: 0, ordered: 0, removed: 0, left: 0 };
  for (let round = 0; round < rounds; round++) {
    const found = await playRound(arena, { keepers, dealIds });
    figures.lines += found.lines;
    figures.ordered += found.ordered;
    figures.removed += found.removed;
    figures.left += found.left;
  }
  await holds(arena);
  return figures;
};

type Line = { id: string; dealId: string; quantity: number };

async function playRound(arena: Arena, { keepers, dealIds }: { keepers: number; dealIds: string[] }) {
  const { nodes, random, actors } = arena;
  const shopper = await newShopper(arena);
  const lines: Line[] = [];
  const units = new Map(dealIds.slice(keepers).map((dealId) => [dealId, 0]));
  const made = new Map<string, Order>();
  await together(actors, (actor) => {
    if (actor < keepers) return keepLine(arena, shopper, { dealId: dealIds[actor] as string, lines });
    switch (actor % 4) {
      case 0:
        return confirmSome(arena, shopper, made);
      case 1:
        return clearOnce(arena, shopper);
      default:
        return addShared(arena, shopper, units);
    }
  });
  const { rows } = await nodes.pool.query<Line & { gone: boolean }>(
    'select id, deal_id as "dealId", quantity, removed_at is not null as gone from cart_items where user_id = $1',
    [shopper.userId],
  );
  const ordered = [...made.values()].flatMap((order) => order.items);
  deepEqual((await shopper.call(orders.mine)).map((order) => order.id).sort(), [...made.keys()].sort());
  // Lines that one actor keeps alone: known by id, so each is in the cart, taken out, or in exactly one order.
  const stored = new Map(rows.map((row) => [row.id, row]));
  const text = (line: { dealId: string; quantity: number }) => `${line.dealId} x ${line.quantity}`;
  const kept = lines.filter((line) => stored.has(line.id));
  for (const line of kept) equal(stored.get(line.id)?.quantity, line.quantity);
  const missing = lines.filter((line) => !stored.has(line.id));
  const sold = ordered.filter((item) => !units.has(item.dealId));
  deepEqual(missing.map(text).sort(), sold.map(text).sort(), `seed ${random.seed}: lines and orders differ`);
  // Deals that many add to at once: every acknowledged unit is somewhere.
  for (const [dealId, added] of units) {
    const places = [...rows, ...ordered].filter((place) => place.dealId === dealId);
    equal(
      places.reduce((sum, place) => sum + place.quantity, 0),
      added,
      `seed ${random.seed}: units of ${dealId}`,
    );
  }
  ok(new Set(rows.filter((row) => !row.gone).map((row) => row.dealId)).size === rows.filter((row) => !row.gone).length);
  const gone = rows.filter((row) => row.gone).length;
  return { lines: lines.length, ordered: ordered.length, removed: gone, left: rows.length - gone };
}

/** Adds, changes and removes a line nobody else writes to, and notes what was acknowledged. */
async function keepLine(
  { random }: Arena,
  { call, sessionId }: Shopper,
  { dealId, lines }: { dealId: string; lines: Line[] },
): Promise<void> {
  for (let life = 0; life < 2; life++) {
    const { id, quantity } = await call(cart.add, { body: { dealId, sessionId, quantity: random.int(1, 9) } });
    const line = { id, dealId, quantity };
    lines.push(line);
    const wanted = random.int(10, 40);
    const changed = await answerOr(
      call(cart.update, { params: { itemId: id }, body: { quantity: wanted } }),
      'cart.lineNotFound',
    );
    if (changed === 'cart.lineNotFound') continue;
    line.quantity = wanted;
    if (life === 1 && random.chance(0.5)) continue;
    await answerOr(call(cart.remove, { params: { itemId: id } }), 'cart.lineNotFound');
  }
}

async function addShared({ random }: Arena, { call, sessionId }: Shopper, units: Map<string, number>): Promise<void> {
  for (let times = 0; times < 2; times++) {
    const dealId = random.pick([...units.keys()]);
    await call(cart.add, { body: { dealId, sessionId } });
    units.set(dealId, (units.get(dealId) ?? 0) + 1);
  }
}

/** Confirms a few times; what was ordered counts as paid at once, so that the limit of open orders is not in the way. */
async function confirmSome(
  { nodes, random }: Arena,
  { call, sessionId }: Shopper,
  made: Map<string, Order>,
): Promise<void> {
  for (let times = random.int(1, 3); times > 0; times--) {
    const order = await answerOr(call(orders.cash, { body: { sessionId } }), 'cart.empty', 'orders.tooManyOpen');
    if (typeof order === 'string') continue;
    made.set(order.id, order);
    await nodes.pool.query(`update orders set status = 'completed' where id = $1 and status = 'pending'`, [order.id]);
  }
}

async function clearOnce({ random }: Arena, { call, sessionId }: Shopper): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, random.int(0, 60)));
  await call(cart.clear, { params: { sessionId } });
}

export const proof: Proof = {
  id: 'I5',
  promise: 'every unit of a cart ends in exactly one place',
  race,
  few: 2,
  many: 200,
};
