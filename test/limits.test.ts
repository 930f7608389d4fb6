/** Each limit is counted by the calls it is for. What the limits themselves do is proved beside them. */
import { expect, test } from 'vitest';
import type { Endpoint } from '#core/contract/endpoint.ts';
import { contract, rows } from '#core/contract/index.ts';
import { createShop } from '#server/app.ts';
import { isEmailTaken } from '#server/features/people/people.store.ts';
import { limits } from '#server/features.ts';
import { bareStatus } from './bare-request.ts';
import { takingCards } from './card-buyers.ts';
import { type Client, newSessionId, type Shop, startShop } from './client.ts';
import { testDatabase } from './database.ts';
import { paperCards } from './paper-cards.ts';
import { send } from './samples.ts';
import { newDeal } from './shoppers.ts';

type Limit = keyof typeof limits;
type Ask = (shop: Shop, who: Client) => Promise<{ statusCode: number }>;

const MOST = 4;
const cards = takingCards(paperCards());
const { accounts, cart, categories, deals, favorites, orders, payments, privacy, support } = contract;
const asking =
  (row: Endpoint, known: () => Record<string, unknown> = () => ({})): Ask =>
  (_shop, who) =>
    send(who, row, known());
const newEmail = () => `${newSessionId()}@example.al`;
const PASSWORD = 'një gotë me ujë';

async function order(shop: Shop, who: Client) {
  await send(who, cart.add, { dealId: await newDeal(shop.db) });
  return send(who, orders.cash);
}

async function prepare(shop: Shop, who: Client) {
  await send(who, cart.add, { dealId: await newDeal(shop.db) });
  return send(who, payments.intent);
}

/** All but so few were prepared by others: each person may prepare fewer than that. */
const prepareAmongMany =
  (limit: 'cardAttemptsOfAnAddress' | 'cardAttemptsOfANetwork'): Ask =>
  async (shop) => {
    const answer = await prepare(shop, await shop.as({ email: newEmail() }));
    const before = 'update rate_limits set count = $1 where key like $2 and count = 1';
    await shop.pool.query(before, [limits[limit].max - MOST + 1, `${limit}:%`]);
    return answer;
  };

/** Another address each time; all but so few were asked for there before. */
const askAmongMany =
  (limit: 'resetRequests' | 'networkResetRequests'): Ask =>
  async (shop) => {
    const answer = await send(shop.guest(), accounts.resetRequest, { email: newEmail() });
    const before = 'update rate_limits set count = $1 where key like $2 and count = 1';
    await shop.pool.query(before, [limits[limit].max - MOST + 1, `${limit}:%`]);
    return answer;
  };

/** Where the plainest request for a deal is not what that limit counts. */
const special: Partial<Record<Limit, Ask>> = {
  requests: asking(categories.list),
  crowds: async (shop, who) => {
    const answer = await send(who, categories.list);
    await shop.deps.limiter.flush();
    // All but so few of an address were asked by others: each account may ask less often than that.
    const before = "update rate_limits set count = $1 where key like 'crowds:%' and count = 1";
    await shop.pool.query(before, [limits.crowds.max - MOST + 1]);
    return answer;
  },
  // A session is strange to a process that has not met it yet.
  strangers: async (shop) => send(await shop.as({ email: newEmail() }), accounts.me),
  searches: asking(deals.list, () => ({ search: 'manikyr' })),
  mutations: asking(cart.clear),
  logins: asking(accounts.login, () => ({ username: newEmail(), password: PASSWORD })),
  networkLogins: async (shop) => {
    const answer = await send(shop.guest(), accounts.login, { username: newEmail(), password: PASSWORD });
    // All but so few of a network were wrong before: each address may be wrong less often than that.
    const before = "update rate_limits set count = $1 where key like 'networkLogins:%' and count = 1";
    await shop.pool.query(before, [limits.networkLogins.max - MOST + 1]);
    return answer;
  },
  arrivals: async (shop) => {
    // Wrong passwords have a limit of their own, by the hour.
    await shop.pool.query("delete from rate_limits where key ~ '^(logins|networkLogins):'");
    return send(shop.guest(), accounts.login, { username: newEmail(), password: PASSWORD });
  },
  signIns: (() => {
    const username = newEmail();
    return async (shop) => {
      if (!(await isEmailTaken(shop.db, username)))
        await send(shop.guest(), accounts.register, { email: username, passwordHash: PASSWORD });
      return send(shop.guest(), accounts.login, { username, password: PASSWORD });
    };
  })(),
  registrations: asking(accounts.register, () => ({ email: newEmail(), passwordHash: PASSWORD })),
  networkRegistrations: async (shop) => {
    const answer = await send(shop.guest(), accounts.register, { email: newEmail(), passwordHash: PASSWORD });
    // All but so few were made from other addresses of the network.
    const before = "update rate_limits set count = $1 where key like 'networkRegistrations:%' and count = 1";
    await shop.pool.query(before, [limits.networkRegistrations.max - MOST + 1]);
    return answer;
  },
  resetRequests: askAmongMany('resetRequests'),
  networkResetRequests: askAmongMany('networkResetRequests'),
  resetMails: async (shop) => {
    // Those of a day, and of an address, are fewer here.
    await shop.pool.query("delete from rate_limits where key !~ '^resetMails:'");
    return send(shop.guest(), accounts.resetRequest, { email: 'harrova@example.al' });
  },
  resetMailsOfADay: async (shop) => {
    await shop.pool.query("delete from rate_limits where key !~ '^resetMailsOfADay:'");
    return send(shop.guest(), accounts.resetRequest, { email: 'harrova@example.al' });
  },
  verificationMails: asking(accounts.verifyRequest),
  cashOrders: order,
  // The order is made all the same: what is refused is its mail.
  orderMails: async (shop, who) => {
    const answer = await order(shop, who);
    const { rowCount } = await shop.pool.query('select from graphile_worker.jobs where key like $1', [
      `%${answer.json().id}%`,
    ]);
    return { statusCode: rowCount === 0 ? 429 : answer.statusCode };
  },
  supportMessages: asking(support.send, () => aMessage()),
  contacts: (shop) => send(shop.guest(), support.contact, aMessage()),
  contactsOfADay: async (shop) => {
    // A smaller one counts an hour.
    await shop.pool.query("delete from rate_limits where key like 'contacts:%'");
    return send(shop.guest(), support.contact, aMessage());
  },
  // It is heard all the same: what is refused is its mail.
  supportMails: async (shop) => {
    await shop.pool.query("delete from rate_limits where key ~ '^contacts'");
    const answer = await send(shop.guest(), support.contact, { ...aMessage(), email: 'ana@example.al' });
    const { rowCount } = await shop.pool.query(
      "select from graphile_worker._private_jobs j join support_messages m on j.payload->>'messageId' = m.id::text where m.created_at = (select max(created_at) from support_messages)",
    );
    return { statusCode: rowCount === 0 ? 429 : answer.statusCode };
  },
  closings: async (shop, who) => {
    // Who has no password and came in a while ago is asked to come in again.
    await shop.pool.query("update sessions set created_at = now() - interval '1 hour'");
    return send(who, privacy.close);
  },
  // The account is closed all the same: what is refused is its mail.
  farewellMails: async (shop) => {
    const leaver = await shop.as({ email: `ana+${newSessionId()}@example.al` });
    const answer = await send(leaver, privacy.close);
    const { rowCount } = await shop.pool.query('delete from farewells');
    return { statusCode: rowCount === 0 ? 429 : answer.statusCode };
  },
  cardAttempts: prepare,
  cardAttemptsOfADay: async (shop, who) => {
    // A smaller one counts ten minutes.
    await shop.pool.query("delete from rate_limits where key like 'cardAttempts:%'");
    return prepare(shop, who);
  },
  cardAttemptsOfAnAddress: prepareAmongMany('cardAttemptsOfAnAddress'),
  cardAttemptsOfANetwork: prepareAmongMany('cardAttemptsOfANetwork'),
  // Whoever is signed in has a smaller one, of changes.
  webhooks: (shop) => send(shop.guest(), payments.webhook),
  guestFavorites: async (shop) => {
    // Changes have a limit of their own, by the minute.
    shop.clock.move(60_000);
    return send(shop.guest(), favorites.add, { dealId: await newDeal(shop.db) });
  },
};

/** What nobody wrote before. */
const aMessage = () => ({ message: newSessionId(), email: newEmail(), subject: 'Porosia' });

/** Calls the row that names the limit. */
const plainly =
  (limit: Limit): Ask =>
  async (shop, who) => {
    const [, row] = rows.find(([, its]) => [its.limit].flat().includes(limit)) ?? [];
    if (!row) throw new Error(`No row names '${limit}': say in 'special' what counts.`);
    return send(who, row, { dealId: await newDeal(shop.db) });
  };

/** Those that are reached through smaller ones alone: what others did is written down instead. */
const seeded: readonly Limit[] = [
  ...(['networkLogins', 'networkRegistrations', 'crowds'] as const),
  ...(['resetRequests', 'networkResetRequests'] as const),
  ...(['cardAttemptsOfAnAddress', 'cardAttemptsOfANetwork'] as const),
];

const { url, pool } = await testDatabase();
let shopBefore: Shop | undefined;

/** A shop in which that limit is reached after about four, and nothing is counted yet. */
async function shopWith(limit: Limit): Promise<Shop> {
  // What it has counted and not yet written would be counted in the next one.
  await shopBefore?.close();
  await pool.query('delete from rate_limits');
  const rateLimitScale = seeded.includes(limit) ? 1 : MOST / limits[limit].max;
  shopBefore = await startShop({ ...cards, url, config: { ...cards.config, rateLimitScale }, makeApp: createShop });
  return shopBefore;
}

/** How often it was answered before the first 429. */
async function answered(ask: () => Promise<{ statusCode: number }>): Promise<number> {
  for (let times = 0; times < 3 * MOST; times++) if ((await ask()).statusCode === 429) return times;
  return Number.POSITIVE_INFINITY;
}

test.each(Object.keys(limits) as Limit[])('%s are counted where they are made', async (limit) => {
  const ask = special[limit] ?? plainly(limit);
  const shop = await shopWith(limit);
  const someone = await shop.as({ email: newEmail() });
  expect(await answered(() => ask(shop, someone))).toBe(MOST);
});

test('what nobody answers counts as requests, whichever way it is asked', async () => {
  const shop = await shopWith('requests');
  const ways = (['POST', 'DELETE', 'PUT'] as const).values();
  const ask = () => shop.guest().send({ method: ways.next().value ?? 'PATCH', url: '/' });
  expect(await answered(ask)).toBe(MOST);
});

test('pages count as requests, and so do those nobody knows', async () => {
  const shop = await shopWith('requests');
  expect(await answered(() => shop.guest().send({ url: '/nowhere' }))).toBe(MOST);
});

async function cookieOfStranger(shop: Shop): Promise<string> {
  const { cookies } = await shop.as({ email: newEmail() });
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

test.each(['requests', 'strangers'] as const)('%s count however the address is written', async (limit) => {
  const shop = await shopWith(limit);
  const origin = await shop.listen();
  const ask = async (target: string) =>
    bareStatus(origin, target, limit === 'strangers' ? await cookieOfStranger(shop) : '');
  for (let times = 0; times < MOST; times++) expect(await ask('/%61pi/categories')).toBe(200);
  for (const target of [
    '/api/auth/me',
    '/%61pi/auth/me',
    '/a%70i/categories',
    '/%61pi/gone',
    'http://x/api/categories',
  ]) {
    expect([target, await ask(target)]).toEqual([target, 429]);
  }
});

test('pages of a search count as searches', async () => {
  const shop = await shopWith('searches');
  expect(await answered(() => shop.guest().send({ url: '/?search=manikyr' }))).toBe(MOST);
  expect((await shop.guest().send({ url: '/' })).statusCode).toBe(200);
});

test('hints to a search count as searches', async () => {
  const shop = await shopWith('searches');
  expect(await answered(() => send(shop.guest(), deals.hints, { search: 'manikyr' }))).toBe(MOST);
});

test('changes are counted by person, and by address where nobody is signed in', async () => {
  const shop = await shopWith('mutations');
  const change = (who: Client) => answered(() => send(who, cart.clear));
  expect(await change(await shop.as({ email: 'ana@example.al' }))).toBe(MOST);
  expect(await change(await shop.as({ email: 'besa@example.al' }))).toBe(MOST);
  expect(await answered(() => send(shop.guest(), accounts.logout))).toBe(MOST);
});

test('right passwords are no guesses', async () => {
  const shop = await shopWith('logins');
  const email = newEmail();
  await send(shop.guest(), accounts.register, { email, passwordHash: PASSWORD });
  for (let times = 0; times < 2 * MOST; times++) {
    // Sign-ins have a limit of their own, by the hour.
    await shop.pool.query("delete from rate_limits where key like 'signIns:%'");
    const answer = await send(shop.guest(), accounts.login, { username: email, password: PASSWORD });
    expect(answer.statusCode).toBe(200);
  }
});

test('a limit of guests does not count who is signed in', async () => {
  const shop = await shopWith('guestFavorites');
  const ana = await shop.as({ email: 'ana@example.al' });
  for (let times = 0; times < 2 * MOST; times++) {
    // Changes have a limit of their own, by the minute.
    shop.clock.move(60_000);
    const answer = await send(ana, favorites.add, { dealId: await newDeal(shop.db) });
    expect(answer.statusCode).toBe(200);
  }
});

test('a confirmation that was refused is no order', async () => {
  const shop = await shopWith('cashOrders');
  const ana = await shop.as({ email: newEmail() });
  for (let times = 0; times < 2 * MOST; times++) expect((await send(ana, orders.cash)).statusCode).toBe(400);
  expect((await order(shop, ana)).statusCode).toBe(200);
});

test('what guests of an address change keeps nobody there from signing in', async () => {
  const shop = await shopWith('mutations');
  const username = newEmail();
  await send(shop.guest(), accounts.register, { email: username, passwordHash: PASSWORD });
  expect(await answered(() => send(shop.guest(), accounts.logout))).toBe(MOST);
  expect((await send(shop.guest(), accounts.login, { username, password: PASSWORD })).statusCode).toBe(200);
});
