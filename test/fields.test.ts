/** Fields that nobody may set, whoever sends them and wherever: what a call takes says its endpoint, and nothing else gets in. */
import { getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { endpoints } from '#core/contract/index.ts';
import { makeRestrictedApp, restricted } from './access/restricted-rows.ts';
import { newActor, type Scene } from './access/scene.ts';
import { lines } from './access/table.ts';
import { takingCards } from './card-buyers.ts';
import { newSessionId, startShop } from './client.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { paperIdentities } from './paper-identities.ts';
import { namesOf, plainSample, requestOf } from './samples.ts';
import { newDeal } from './shoppers.ts';
import { tables } from './tables.ts';

const cards = fakePaymentProvider();
const { config, parts } = takingCards(cards);
const shop = await startShop({
  config: { ...config, rateLimitScale: 100_000 },
  parts: { ...parts, identities: paperIdentities() },
  makeApp: makeRestrictedApp,
});
/** Bytes have no fields. */
const withBody = [...endpoints, ...Object.entries<Endpoint>(restricted)].filter(
  ([, { body, bodyKind }]) => body && bodyKind !== 'raw',
);

/** Names as tables, answers and habits have them, each with what somebody would like it to be. */
const fields: Record<string, unknown> = {
  ...{ role: 'admin', Role: 'admin', roles: ['admin'], isAdmin: true, is_admin: true, admin: true, canPostDeals: true },
  ...{ can_post_deals: true, isActive: false, is_active: false, isHidden: false, isFeatured: true, is_featured: true },
  ...{
    id: '0190a5a0-0000-7000-8000-000000000001',
    user: { role: 'admin' },
    userId: '0190a5a0-0000-7000-8000-000000000002',
  },
  ...{ user_id: '0190a5a0-0000-7000-8000-000000000002', ownerId: 1, dealerId: 1, createdAt: '2001-01-01T00:00:00Z' },
  ...{ created_at: '2001-01-01', emailVerifiedAt: '2001-01-01', email_verified_at: '2001-01-01', language: 'en' },
  ...{
    stripeCustomerId: 'cus_1',
    stripePaymentIntentId: 'pi_1',
    stripeSubscriptionId: 'sub_1',
    price: 1,
    addedPrice: 1,
  },
  ...{ added_price: 1, totalAmount: 1, total_amount: 1, discount: 99, status: 'completed', paymentMethod: 'card' },
  ...{
    cartGeneration: '0190a5a0-0000-7000-8000-000000000003',
    views: 9,
    likes: 9,
    sold: 9,
    rating: 5,
    sess: {},
    expire: 0,
  },
  ...{
    postsLimit: -1,
    postsUsed: 0,
    plan: 'gold',
    deletedAt: null,
    'user.role': 'admin',
    'user[role]': 'admin',
    '\u0440ole': 'admin',
  },
};

/** Tables whose endpoints say when they were made. */
const dated = tables.filter((table) => 'createdAt' in table).map(getTableName);

/** So many are sent at once. */
const SOME = 7;

type Route = (typeof withBody)[number][1];

/** All values that the database holds since then, by column. */
async function heldSince(then: string): Promise<Record<string, string>> {
  const { rows: found } = await shop.pool.query(
    `select name || '.' || key as column, string_agg(value, ', ' order by value) as values
    from (${dated.map((name) => `select '${name}' as name, to_jsonb(t) as row from ${name} t where created_at >= $1`).join(' union all ')}) held,
      jsonb_each_text(row) group by 1`,
    [then],
  );
  return Object.fromEntries(found.map(({ column, values }) => [column, values]));
}

/** What comes of the plainest request of a call when it carries these fields besides. */
async function after(endpoint: Route, more: Record<string, unknown>) {
  const { rows: clock } = await shop.pool.query('select clock_timestamp()::text as now');
  const things = { sessionId: newSessionId(), dealId: await newDeal(shop.db) };
  const name = endpoint.access === 'admin' || endpoint.access === 'dealer' ? endpoint.access : 'user';
  const user = await newActor(shop, { name, things });
  const guest = { id: newSessionId() };
  const scene = { ...things, user, guest, cards, db: shop.db, now: shop.clock.now } as unknown as Scene;
  const known = { ...things, ...(await lines.find((its) => its.endpoint === endpoint)?.known?.(scene, user)) };
  const sample = plainSample(endpoint, known);
  const { statusCode } = await user.client.send(requestOf(endpoint, { ...sample, body: { ...more, ...sample.body } }));
  return { statusCode, held: await heldSince(clock[0].now) };
}

test.each(withBody)('%s takes what its endpoint says, and no field that nobody may set', async (_name, endpoint) => {
  const own = namesOf(endpoint.body);
  const strange = Object.entries(fields).filter(([name]) => !own.includes(name) || name === 'role');
  expect(strange.length).toBeGreaterThanOrEqual(40);
  const plain = await after(endpoint, {});
  const served = endpoint.status ?? 200;
  expect(plain.statusCode).toBe(served);
  const again = await after(endpoint, {});
  // What is another one each time: names of things and people, and moments.
  const differing = Object.keys(plain.held).filter((column) => plain.held[column] !== again.held[column]);
  expect(differing).not.toContain('users.role');
  const isWatched = ([column]: [string, string]) => !differing.includes(column);
  const watched = (held: Record<string, string>) => Object.fromEntries(Object.entries(held).filter(isWatched));
  for (let at = 0; at < strange.length; at += SOME) {
    const more = Object.fromEntries(strange.slice(at, at + SOME));
    const { statusCode, held } = await after(endpoint, more);
    expect([statusCode, watched(held)], Object.keys(more).join()).toEqual([served, watched(plain.held)]);
  }
});
