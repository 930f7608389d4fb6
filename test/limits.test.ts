/** Rate limits: which requests count against which limit. How counting works is tested in `server/kit/limits`. */
import { expect, test } from 'vitest';
import { adminUsers } from '#core/contract/admin/users.ts';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { createShop } from '#server/app.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { contract, endpoints, limits } from '#server/features.ts';
import { bareStatus } from './bare-request.ts';
import { takingCards } from './card-buyers.ts';
import { type Client, newSessionId, type Shop, startShop } from './client.ts';
import { testDatabase } from './database.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { send } from './samples.ts';
import { newDeal, newUser } from './shoppers.ts';

const { accounts, cart, categories, deals, favorites, orders, payments, privacy, searches, sessions, support } =
  contract;
type Limit = keyof typeof limits;
type Answer = Promise<{ statusCode: number }>;

/** The limits of a test shop are scaled to this many requests. */
const MAX = 4;
const PASSWORD = 'një gotë me ujë';
const newEmail = () => `${newSessionId()}@example.al`;
const cards = takingCards(fakePaymentProvider());
const { url, pool } = await testDatabase();
let previous: Shop | undefined;

async function shopWith(limit: Limit, options: { rateLimitScale?: number; withPages?: boolean } = {}): Promise<Shop> {
  const { rateLimitScale = MAX / limits[limit].max, withPages = false } = options;
  // Closing flushes counters that are not written yet.
  await previous?.close();
  await pool.query('delete from rate_limits');
  previous = await startShop({
    ...cards,
    url,
    // Cached answers are not counted.
    config: { ...cards.config, rateLimitScale, cache: false },
    ...(withPages && { makeApp: createShop }),
  });
  return previous;
}

/** Number of answers before the first 429. */
async function answered(ask: () => Answer): Promise<number> {
  for (let times = 0; times < 3 * MAX; times++) if ((await ask()).statusCode === 429) return times;
  return Number.POSITIVE_INFINITY;
}

async function fillCart(shop: Shop, who: Client, endpoint: Endpoint): Answer {
  await send(who, cart.add, { dealId: await newDeal(shop.db) });
  return send(who, endpoint);
}

const message = () => ({ message: newSessionId(), email: newEmail(), subject: 'Porosia' });
const wrongLogin = () => ({ username: newEmail(), password: PASSWORD });

/** Requests that count against a limit; endpoints with one limit are requested with their sample. */
const requests: Partial<Record<Limit, (shop: Shop, who: Client) => Answer>> = {
  requests: (_shop, who) => send(who, categories.list),
  unknownSessions: async (shop) => send(await shop.as({ email: newEmail() }), accounts.me),
  mutations: (_shop, who) => send(who, cart.clear),
  searches: (_shop, who) => send(who, deals.list, { search: 'manikyr' }),
  logins: (shop) => send(shop.guest(), accounts.login, wrongLogin()),
  signInsPerMinute: async (shop) => {
    // Wrong passwords have an hourly limit of their own.
    await shop.pool.query("delete from rate_limits where key ~ '^(logins|networkLogins):'");
    return send(shop.guest(), accounts.login, wrongLogin());
  },
  signIns: (() => {
    const username = newEmail();
    return async (shop) => {
      await newUser(shop.db, { email: username, username, passwordHash: await hashPassword(PASSWORD) }).catch(() => {});
      return send(shop.guest(), accounts.login, { username, password: PASSWORD });
    };
  })(),
  registrations: (shop) => send(shop.guest(), accounts.register, { email: newEmail(), passwordHash: PASSWORD }),
  passwordChanges: async (shop, who) => {
    await shop.pool.query('update users set password_hash = $1', [await hashPassword(PASSWORD)]);
    return send(who, accounts.changePassword, { current: PASSWORD, password: 'dy gota me ujë' });
  },
  resetMails: async (shop) => {
    await shop.pool.query("delete from rate_limits where key !~ '^resetMails:'");
    return send(shop.guest(), accounts.resetRequest, { email: 'harrova@example.al' });
  },
  verificationMails: (_shop, who) => send(who, accounts.verifyRequest),
  endings: async (shop, who) => {
    await shop.as((await who(accounts.me)).user);
    return send(who, sessions.endOthers);
  },
  closings: async (shop, who) => {
    // The last administrator cannot close the account, so each request is refused.
    await shop.pool.query("update users set role = case when email = $1 then 'admin' else 'user' end", [
      (await who(accounts.me)).user.email,
    ]);
    return send(who, privacy.close);
  },
  roleChanges: async (shop) => send(await shop.as({ email: 'admin@example.al', role: 'admin' }), adminUsers.changeRole),
  exports: (_shop, who) => send(who, privacy.export),
  cashOrders: (shop, who) => fillCart(shop, who, orders.cash),
  cardAttempts: (shop, who) => fillCart(shop, who, payments.intent),
  checkouts: (_shop, who) => send(who, payments.checkout),
  webhooks: (shop) => send(shop.guest(), payments.webhook),
  supportMessages: (_shop, who) => send(who, support.send, message()),
  contacts: (shop) => send(shop.guest(), support.contact, message()),
  guestFavorites: async (shop) => {
    // Writes have a limit per minute.
    shop.clock.move(60_000);
    return send(shop.guest(), favorites.add, { dealId: await newDeal(shop.db) });
  },
};

test.each(Object.entries(requests) as [Limit, NonNullable<(typeof requests)[Limit]>][])(
  'limit %s, exceeded, answers 429',
  async (limit, request) => {
    const shop = await shopWith(limit);
    const who = await shop.as({ email: newEmail() });
    expect(await answered(() => request(shop, who))).toBe(MAX);
  },
);

/** Limits per address and network, above those per account: requests of others are written to the table. */
const shared: [Limit, (shop: Shop) => Answer][] = [
  ['requestsPerAddress', async (shop) => send(await shop.as({ email: 'ana@example.al' }), categories.list)],
  ['networkLogins', (shop) => send(shop.guest(), accounts.login, wrongLogin())],
  [
    'networkRegistrations',
    (shop) => send(shop.guest(), accounts.register, { email: newEmail(), passwordHash: PASSWORD }),
  ],
  ['resetRequests', (shop) => send(shop.guest(), accounts.resetRequest, { email: newEmail() })],
  ['networkResetRequests', (shop) => send(shop.guest(), accounts.resetRequest, { email: newEmail() })],
  ['countedSearches', (shop) => send(shop.guest(), searches.count)],
  ['cardAttemptsOfAnAddress', async (shop) => fillCart(shop, await shop.as({ email: newEmail() }), payments.intent)],
  ['cardAttemptsOfANetwork', async (shop) => fillCart(shop, await shop.as({ email: newEmail() }), payments.intent)],
  ['supportMessagesOfAnAddress', async (shop) => send(await shop.as({ email: newEmail() }), support.send, message())],
  ['supportMessagesOfANetwork', async (shop) => send(await shop.as({ email: newEmail() }), support.send, message())],
  ['contactsOfANetwork', (shop) => send(shop.guest(), support.contact, message())],
];
test.each(shared)('limit %s, almost used up by others, answers 429 at the next request', async (limit, request) => {
  const shop = await shopWith(limit, { rateLimitScale: 1 });
  expect((await request(shop)).statusCode).not.toBe(429);
  await shop.deps.limiter.flush();
  await shop.pool.query('update rate_limits set count = $1 where key like $2', [limits[limit].max, `${limit}:%`]);
  // Counters in memory learn the total with the next request that is flushed.
  await request(shop);
  await shop.deps.limiter.flush();
  expect((await request(shop)).statusCode).toBe(429);
});

test('limits of the contract, all, have figures', () => {
  const named = endpoints.flatMap(([, { limit }]) => (limit === undefined ? [] : [limit].flat()));
  expect(named.filter((name) => !(name in limits))).toEqual([]);
});

test('unknown pages and methods, requested, count as requests', async () => {
  let shop = await shopWith('requests', { withPages: true });
  expect(await answered(() => shop.guest().send({ url: '/nowhere' }))).toBe(MAX);
  shop = await shopWith('requests', { withPages: true });
  const methods = (['POST', 'DELETE', 'PUT'] as const).values();
  expect(await answered(() => shop.guest().send({ method: methods.next().value ?? 'PATCH', url: '/' }))).toBe(MAX);
});

test('absent pictures, requested, are limited, also conditionally; those in memory are sent', async () => {
  const shop = await shopWith('absentMedia');
  const names = [...'abcdef'].map((digit) => `${digit.repeat(32)}-ffffff-320.webp`);
  const [stored = '', gone = ''] = names;
  await shop.deps.storage.put(stored, new Blob(['x']));
  const ask = (name: string, headers = {}) => shop.guest().send({ url: `/media/${name}`, headers });
  expect((await ask(stored)).statusCode).toBe(200);
  const absent = await ask(gone, { 'if-none-match': `"${gone}"` });
  expect([absent.statusCode, absent.headers['cache-control']]).toEqual([404, 'no-store']);
  let next = 1;
  expect(await answered(() => ask(names[next++] ?? gone))).toBe(MAX - 1);
  expect((await ask(stored, { 'if-none-match': `"${stored}"` })).statusCode).toBe(304);
});

test('API path, percent-encoded or absolute, counts like the plain one', async () => {
  const shop = await shopWith('requests');
  const origin = await shop.listen();
  for (let times = 0; times < MAX; times++) expect(await bareStatus(origin, '/%61pi/categories')).toBe(200);
  for (const target of ['/api/auth/me', '/a%70i/categories', '/%61pi/gone', 'http://x/api/categories'])
    expect(await bareStatus(origin, target), target).toBe(429);
});

test('page or hints with a search term, requested, count as searches', async () => {
  let shop = await shopWith('searches', { withPages: true });
  expect(await answered(() => shop.guest().send({ url: '/?search=manikyr' }))).toBe(MAX);
  expect((await shop.guest().send({ url: '/' })).statusCode).toBe(200);
  shop = await shopWith('searches');
  expect(await answered(() => send(shop.guest(), deals.hints, { search: 'manikyr' }))).toBe(MAX);
});

test('writes, of several accounts and guests, count per account and per address of guests', async () => {
  const shop = await shopWith('mutations');
  for (const email of ['ana@example.al', 'besa@example.al']) {
    const who = await shop.as({ email });
    expect(await answered(() => send(who, cart.clear))).toBe(MAX);
  }
  expect(await answered(() => send(shop.guest(), accounts.logout))).toBe(MAX);
  const username = newEmail();
  await newUser(shop.db, { email: username, username, passwordHash: await hashPassword(PASSWORD) });
  // Sign-in has limits of its own.
  expect((await send(shop.guest(), accounts.login, { username, password: PASSWORD })).statusCode).toBe(200);
});

test('sign-in with the right password, repeated, does not count as a failure', async () => {
  const shop = await shopWith('logins');
  const username = newEmail();
  await newUser(shop.db, { email: username, username, passwordHash: await hashPassword(PASSWORD) });
  for (let times = 0; times < 2 * MAX; times++) {
    await shop.pool.query("delete from rate_limits where key like 'signIns:%'");
    expect((await send(shop.guest(), accounts.login, { username, password: PASSWORD })).statusCode).toBe(200);
  }
});

test('limit of guests, signed-in user, does not apply', async () => {
  const shop = await shopWith('guestFavorites');
  const ana = await shop.as({ email: 'ana@example.al' });
  for (let times = 0; times < 2 * MAX; times++) {
    shop.clock.move(60_000);
    expect((await send(ana, favorites.add, { dealId: await newDeal(shop.db) })).statusCode).toBe(200);
  }
});

test('cash order, refused, does not count', async () => {
  const shop = await shopWith('cashOrders');
  const ana = await shop.as({ email: newEmail() });
  for (let times = 0; times < 2 * MAX; times++) expect((await send(ana, orders.cash)).statusCode).toBe(400);
  expect((await fillCart(shop, ana, orders.cash)).statusCode).toBe(200);
});
