/** I8: a deal is saved once or not at all, and its likes say so, also while a guest becomes somebody. */
import { equal } from 'node:assert/strict';
import { favorites } from '#core/contract/favorites.ts';
import { adoptGuestFavorites } from '#server/features/favorites/favorites.store.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { browserKeyOf } from '#server/kit/http/browsers.ts';
import {
  type Arena,
  holds,
  newDeals,
  newShopper,
  type Proof,
  patiently,
  type Race,
  type Shopper,
  together,
} from './race.ts';

const race: Race = async (arena) => {
  const { random, rounds, actors } = arena;
  let likes = 0;
  for (let round = 0; round < rounds; round++) {
    const dealIds = await newDeals(arena, 2);
    const [dealId] = dealIds as [string];
    const people = [await newShopper(arena), await newShopper(arena)] as const;
    const guests = [newBrowser(random), newBrowser(random)] as const;
    await together(actors, (actor) => saveOrForget(arena, { actor, dealIds, people, guests }));
    for (const deal of dealIds) likes += await countedRight(arena, deal);

    // The last thing that was acknowledged is what holds.
    const [{ call, sessionId }] = people;
    await together(actors, () => call(favorites.add, { body: { dealId, sessionId } }));
    const saved = await call(favorites.list, { params: { sessionId } });
    equal(saved.filter((favorite) => favorite.dealId === dealId).length, 1);
    await together(actors, () => call(favorites.remove, { params: { dealId, sessionId } }));
    const left = await call(favorites.list, { params: { sessionId } });
    equal(left.filter((favorite) => favorite.dealId === dealId).length, 0);
    await countedRight(arena, dealId);
  }
  await holds(arena);
  return { rounds, acts: rounds * actors * 3, likes };
};

type Scene = { actor: number; dealIds: string[]; people: readonly Shopper[]; guests: readonly string[] };

async function saveOrForget(arena: Arena, { actor, dealIds, people, guests }: Scene): Promise<void> {
  const { nodes, random } = arena;
  const person = random.pick(people);
  const guest = random.pick(guests);
  const dealId = random.pick(dealIds);
  const { sessionId } = person;
  const { call } = actor % 5 === 0 ? nodes.guest(guest) : person;
  if (actor % 10 === 9) await adopt(arena, { userId: person.userId, browser: browserKeyOf(guest) });
  else if (random.chance(0.6)) await call(favorites.add, { body: { dealId, sessionId } });
  else await call(favorites.remove, { params: { dealId, sessionId } });
}

const adopt = ({ nodes }: Arena, guest: { userId: string; browser: string }) =>
  patiently(() => inTransaction(nodes.db, (tx) => adoptGuestFavorites(tx, guest)));

/** The id of a browser, as its cookie has it. */
const newBrowser = (random: Arena['random']) => `${random.int(0, 2 ** 31)}`.padStart(22, 'A');

async function countedRight({ nodes, random }: Arena, dealId: string): Promise<number> {
  const { rows } = await nodes.pool.query<{ likes: number; saved: number }>(
    'select likes, (select count(*)::int from favorites where deal_id = $1 and is_like) as saved from deal_counters where deal_id = $1',
    [dealId],
  );
  equal(rows[0]?.likes, rows[0]?.saved, `seed ${random.seed}: likes of ${dealId}`);
  return rows[0]?.likes ?? 0;
}

export const proof: Proof = {
  id: 'I8',
  promise: 'a deal is saved once and its likes say so',
  race,
  few: 2,
  many: 200,
  breaksWithout: [
    {
      without: 'two keep favourites under one name at the same moment',
      file: 'server/features/favorites/favorites.store.ts',
      take: 'await lockKeeper(tx, wish);\n  const { rows }',
      leave: 'const { rows }',
    },
  ],
};
