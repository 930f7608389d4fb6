/** I7: what is somebody else's can be neither seen nor changed nor told from what does not exist. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { v7 } from 'uuid';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { orders } from '#core/contract/orders.ts';
import type { Visitor } from '../two-nodes.ts';
import { holds, newDeals, newShopper, type Proof, type Race, type Shopper, together } from './race.ts';

const race: Race = async (arena) => {
  const { nodes, random, rounds, actors } = arena;
  const dealIds = await newDeals(arena, 4);
  const victim = await newShopper(arena);
  const [first, ...others] = dealIds as [string, ...string[]];
  const { sessionId } = victim;
  await victim.call(cart.add, { body: { dealId: first, sessionId } });
  await victim.call(orders.cash, { body: { sessionId } });
  for (const dealId of others) await victim.call(cart.add, { body: { dealId, sessionId } });
  await victim.call(favorites.add, { body: { dealId: first, sessionId } });
  const before = await everythingOf(victim);
  const itemIds = before.cart.map((line) => line.id);
  let probes = 0;
  for (let round = 0; round < rounds; round++) {
    const thief = await newShopper(arena);
    await together(actors, async (actor) => {
      const { send } = actor % 5 === 0 ? nodes.guest() : thief;
      const made = await probe(send, { sessionId, itemId: random.pick(itemIds), dealId: first });
      probes += made;
    });
  }
  deepEqual(await everythingOf(victim), before, `seed ${random.seed}`);
  await holds(arena);
  return { rounds, probes };
};

async function everythingOf({ call, sessionId }: Shopper) {
  const params = { sessionId };
  return {
    cart: await call(cart.list, { params }),
    favorites: await call(favorites.list, { params }),
    orders: await call(orders.mine),
  };
}

type Stolen = { sessionId: string; itemId: string; dealId: string };

async function probe(send: Visitor['send'], stolen: Stolen) {
  const headers = { 'content-type': 'application/json', 'x-session-id': stolen.sessionId };
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await send(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return `${response.status} ${await response.text()}`;
  };
  const unknown = v7();
  for (const quantity of [0, 1]) {
    const [foreign, absent] = [stolen.itemId, unknown].map((id) => ask('PATCH', `/api/cart/${id}`, { quantity }));
    equal(await foreign, await absent);
  }
  const [foreign, absent] = [stolen.itemId, unknown].map((id) => ask('DELETE', `/api/cart/${id}`));
  equal(await foreign, await absent);
  equal(await ask('GET', `/api/cart/${stolen.sessionId}`), '200 []');
  const forget = (id: string) => ask('DELETE', `/api/favorites/${id}/${stolen.sessionId}`);
  const [kept, never] = await Promise.all([forget(stolen.dealId), forget(unknown)]);
  ok(kept.startsWith('200 {"success":true'), kept);
  equal(kept, never);
  const answers = [
    await ask('DELETE', `/api/cart/clear/${stolen.sessionId}`),
    await ask('GET', `/api/favorites/${stolen.sessionId}`),
    await ask('GET', '/api/orders/my'),
    await ask('POST', '/api/cash-payment', { sessionId: stolen.sessionId }),
  ].map((answer) => answer.slice(0, 20));
  const expected = (answers[0] as string).startsWith('401 ')
    ? ['401 ', '401 ', '401 ', '401 ']
    : ['200 {"removed":0}', '200 []', '200 []', '400 {"message":"'];
  for (const [at, answer] of answers.entries()) ok(answer.startsWith(expected[at] as string), answer);
  return 13;
}

export const proof: Proof = {
  id: 'I7',
  promise: "what is another's cannot be told from nothing",
  race,
  few: 1,
  many: 100,
};
