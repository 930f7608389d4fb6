/** Each limit is counted by the calls it is for. What the limits themselves do is proved beside them. */
import { expect, test } from 'vitest';
import { contract } from '#core/contract/index.ts';
import { createShop } from '#server/app.ts';
import { limits } from '#server/features.ts';
import { bareStatus } from './bare-request.ts';
import { type Client, type Shop, startShop } from './client.ts';
import { testDatabase } from './database.ts';
import { cards, type Limit, MOST, newEmail, order, PASSWORD, plainly, seeded, special } from './limit-asks.ts';
import { send } from './samples.ts';
import { newDeal } from './shoppers.ts';

const { accounts, cart, deals, favorites, orders } = contract;
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

test.each(['requests', 'unknownSessions'] as const)('%s count however the address is written', async (limit) => {
  const shop = await shopWith(limit);
  const origin = await shop.listen();
  const ask = async (target: string) =>
    bareStatus(origin, target, limit === 'unknownSessions' ? await cookieOfStranger(shop) : '');
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
