/** People of every right with what is theirs. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { cart } from '#core/contract/cart.ts';
import { users } from '#db/schema/people.ts';
import type { Db } from '#server/kit/db/db.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { type Client, newSessionId, type Shop } from '../client.ts';
import type { FakePaymentProvider } from '../fake-payment-provider.ts';
import { send } from '../samples.ts';
import { newDeal } from '../shoppers.ts';

export const actors = ['guest', 'user', 'other', 'dealer', 'otherDealer', 'admin', 'disabled'] as const;
export type ActorName = (typeof actors)[number];

export interface Actor {
  client: Client;
  /** Nobody's, for a guest. */
  id: string;
  email: string;
  /** A line of their cart; a guest has none. */
  itemId: string;
}

export interface Scene extends Record<ActorName, Actor> {
  db: Db;
  /** Anybody may buy it; nobody here sells it. */
  dealId: string;
  dealOfDealer: string;
  /** Of the dealer. */
  hidden: string;
  sessionId: string;
  cards: FakePaymentProvider;
  /** What the shop takes for now, in epoch ms. */
  now: () => number;
}

export const PASSWORD = 'një gotë me ujë';
export const passwordHash = await hashPassword(PASSWORD);

const rights: Partial<Record<ActorName, Partial<typeof users.$inferInsert>>> = {
  dealer: { canPostDeals: true },
  otherDealer: { canPostDeals: true },
  admin: { role: 'admin' },
};

/** New people and new things each time. */
export async function newScene(shop: Shop): Promise<Scene> {
  const { db } = shop;
  const things = { sessionId: newSessionId(), dealId: await newDeal(db) };
  const people = await Promise.all(
    actors.map(
      async (name) => [name, name === 'guest' ? guest(shop) : await newActor(shop, { name, things })] as const,
    ),
  );
  const scene = Object.fromEntries(people) as Record<ActorName, Actor>;
  await db.update(users).set({ isActive: false }).where(eq(users.id, scene.disabled.id));
  return {
    ...scene,
    db,
    ...things,
    cards: shop.deps.cards as FakePaymentProvider,
    now: shop.clock.now,
    dealOfDealer: await newDeal(db, { userId: scene.dealer.id }),
    hidden: await newDeal(db, { userId: scene.dealer.id, isHidden: true }),
  };
}

const guest = (shop: Shop): Actor => ({ client: shop.guest(), id: v7(), email: 'guest@example.al', itemId: v7() });

/** Somebody of these rights, with a line in the cart. */
export async function newActor(
  shop: Shop,
  { name, things }: { name: ActorName; things: { sessionId: string; dealId: string } },
): Promise<Actor> {
  const id = v7();
  const email = `${name.toLowerCase()}-${id}@example.al`;
  await shop.db.insert(users).values({ id, username: email, email, passwordHash, ...rights[name] });
  const client = await shop.as({ email });
  const line = await send(client, cart.add, things);
  return { client, id, email, itemId: line.json().id };
}
