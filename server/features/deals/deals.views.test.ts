import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '#core/contract/index.ts';
import { categories } from '#db/schema/catalogue.ts';
import { ana, besa } from '#db/world.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { waitingFor } from '#test/waiting.ts';

const shop = await startShop();
const other = await shop.anotherNode();
const { pool, db } = shop;
await db.insert(categories).values({ name: 'Thonj', slug: 'nails' });
const add = newDeal(db);
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140 Mobile';

function look(who: Client, id: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  return who.send({ url: `/api/deals/${id}`, headers: { 'user-agent': phone, ...headers }, remoteAddress });
}

async function views(id: string): Promise<number> {
  await Promise.all([shop, other].map((node) => node.deps.views.flush()));
  return (await pool.query('select views from deal_counters where deal_id = $1', [id])).rows[0].views;
}

test('a visitor counts once a day on whatever process, another visitor counts too', async () => {
  const id = await add({ title: 'E shikuar' });
  const session = newSessionId();
  for (const node of [shop, other, shop]) await look(node.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(1);
  await look(other.guest(), id, { cookie: `sessionId=${session}` });
  await look(other.guest(), id, { 'x-session-id': newSessionId() });
  expect(await views(id)).toBe(2);
  await look(shop.guest(), id);
  await look(shop.guest(), id);
  expect(await views(id)).toBe(3);
  shop.clock.move(24 * 3_600_000);
  await look(shop.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(4);
});

test('a deal that is spelled in capitals is the same deal', async () => {
  const [id, another] = [await add({ title: 'E shikuar' }), await add({ title: 'Tjetra' })];
  const label = { 'x-session-id': newSessionId() };
  await look(shop.guest(), another, label);
  for (const spelled of [id, id.toUpperCase()]) await look(shop.guest(), spelled, label);
  expect([await views(id), await views(another)]).toEqual([1, 1]);
});

test('one who gets a label or signs in between two looks is still one visitor', async () => {
  const id = await add({ title: 'Vizita e parë' });
  const session = newSessionId();
  await look(shop.guest(), id);
  expect(await views(id)).toBe(1);
  await look(other.guest(), id, { cookie: `sessionId=${session}` });
  expect(await views(id)).toBe(1);
  const shopper = await shop.as(ana);
  await look(shopper, id, { 'x-session-id': session });
  expect(await views(id)).toBe(1);
  await look(other.guest(), id, { cookie: `sessionId=${newSessionId()}` });
  expect(await views(id), 'somebody else behind that address').toBe(2);
});

test('the first two looks of a visitor within a second are one', async () => {
  const id = await add({ title: 'Shpejt' });
  await look(shop.guest(), id);
  await look(shop.guest(), id, { 'x-session-id': newSessionId() });
  await look(shop.guest(), id, { 'x-session-id': newSessionId() });
  expect(await views(id)).toBe(2);
});

test('an account counts once, its deal’s owner not at all', async () => {
  const owner = await shop.as(besa);
  const { rows } = await pool.query('select id from users where email = $1', [besa.email]);
  const id = await add({ title: 'E Besës', userId: rows[0].id });
  const shopper = await shop.as(ana);
  await look(owner, id);
  await look(shopper, id, { 'x-session-id': newSessionId() });
  await look(await other.as(ana), id, { 'x-session-id': newSessionId() });
  await expect.poll(() => views(id)).toBe(1);
  await look(owner, id);
  expect(await views(id)).toBe(1);
});

test('bots, prefetches and lists do not count, hidden deals neither', async () => {
  const id = await add({ title: 'Pa njerëz' });
  const hidden = await add({ title: 'E fshehur', isHidden: true });
  const guest = shop.guest();
  await look(guest, id, { 'user-agent': 'Googlebot/2.1' });
  await look(guest, id, { 'user-agent': '' });
  await look(guest, id, { 'sec-purpose': 'prefetch' });
  await guest.send({ method: 'HEAD', url: `/api/deals/${id}`, headers: { 'user-agent': phone } });
  await guest(contract.deals.list);
  await look(guest, hidden);
  await look(guest, crypto.randomUUID());
  // Looked at the moment before it was hidden.
  shop.deps.views.countView(hidden, { key: 'somebody', formerKeys: [], userId: null, source: null });
  expect([await views(id), await views(hidden)]).toEqual([0, 0]);
});

test('somebody who leaves before the deal is found harms nobody', async () => {
  const [seen, id] = [await add({ title: 'E parë' }), await add({ title: 'E lënë në mes' })];
  const shopper = await shop.as(ana);
  await look(shopper, seen);
  const { hostname, port } = new URL(await shop.listen());
  const closed: unknown[] = [];
  shop.app.server.on('connection', (socket) => socket.once('close', () => closed.push(socket)));
  const cookie = [...shopper.cookies].map((pair) => pair.join('=')).join('; ');
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`lock table deals in access exclusive mode`);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/deals/${id} HTTP/1.1\r\nHost: shop\r\nUser-Agent: ${phone}\r\nCookie: ${cookie}\r\n\r\n`);
    await expect.poll(() => waitingFor(pool)).toContainEqual(expect.stringContaining('row_to_json(deal)'));
    socket.resetAndDestroy();
    await expect.poll(() => closed).toHaveLength(1);
  });
  await expect.poll(() => waitingFor(pool)).toEqual([]);
  await look(shopper, id);
  await expect.poll(() => views(id)).toBe(1);
});

test('fifty visitors on two processes are fifty views', async () => {
  const ids = await Promise.all([1, 2, 3].map((n) => add({ title: `Nr ${n}` })));
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const node = n % 2 ? shop : other;
      for (const id of n % 3 ? ids : ids.toReversed()) await look(node.guest(), id, {}, `10.0.0.${n}`);
    }),
  );
  for (const id of ids) await expect.poll(() => views(id)).toBe(50);
});

test('twenty guests of one address count for a deal on a day, whatever they call themselves', async () => {
  const [id, next] = [await add({ title: 'Një kullë' }), await add({ title: 'Kulla tjetër' })];
  const labels = Array.from({ length: 30 }, newSessionId);
  for (const part of [labels.slice(0, 12), labels.slice(12)]) {
    for (const [n, label] of part.entries())
      await look((n % 2 ? shop : other).guest(), id, { cookie: `sessionId=${label}` });
    await views(id);
  }
  expect(await views(id)).toBe(20);
  expect((await pool.query('select from deal_views where deal_id = $1', [id])).rowCount).toBe(20);
  await look(shop.guest(), id, { cookie: `sessionId=${newSessionId()}` }, '10.0.0.7');
  await look(await shop.as(ana), id);
  await look(shop.guest(), next, { cookie: `sessionId=${newSessionId()}` });
  await expect.poll(() => views(id), { message: 'who comes from elsewhere or has an account' }).toBe(22);
  expect(await views(next)).toBe(1);
});

test('of many labels that look at once one is who looked before without', async () => {
  const id = await add({ title: 'Një hije' });
  await look(shop.guest(), id);
  expect(await views(id)).toBe(1);
  for (let n = 0; n < 40; n++) await look(shop.guest(), id, { 'x-session-id': newSessionId() });
  expect(await views(id)).toBe(20);
});

test('who looks with ever another label and without any is no more than twenty', async () => {
  const id = await add({ title: 'Një lojë' });
  await look(shop.guest(), id);
  await views(id);
  for (let n = 0; n < 40; n++) {
    await look(shop.guest(), id, { 'x-session-id': newSessionId() });
    await look(shop.guest(), id);
    await views(id);
  }
  expect(await views(id)).toBe(20);
});

test('who looks with a label and without it in turn is two at most', async () => {
  const id = await add({ title: 'Herë kështu, herë ashtu' });
  const label = { 'x-session-id': newSessionId() };
  for (const headers of [label, {}, label, {}, label, {}]) {
    await look(shop.guest(), id, headers);
    await views(id);
  }
  expect(await views(id)).toBe(2);
});

test('what waits is written when the shop closes', async () => {
  const id = await add({ title: 'Në mbyllje' });
  const closing = await shop.anotherNode();
  closing.deps.views.countView(id, { key: 'somebody', formerKeys: [], userId: null, source: null });
  await closing.close();
  expect((await pool.query('select views from deal_counters where deal_id = $1', [id])).rows[0].views).toBe(1);
});

test('nodes that write the same looks at once neither wait in a circle nor count one twice', async () => {
  const nodes = [shop, other, await shop.anotherNode()];
  const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => add({ title: `Rreth ${n}` })));
  const write = (which: (n: number) => string[], key: string, formerKeys: string[]) => {
    for (const [n, { deps }] of nodes.entries())
      for (const id of which(n)) deps.views.countView(id, { key, formerKeys, userId: null, source: null });
    return Promise.all(nodes.map(({ deps }) => deps.views.flush()));
  };
  const rounds = 30;
  for (let round = 0; round < rounds; round++) {
    await write(() => ids, `label-${round}`, []);
    await write((n) => ids.filter((_, at) => Math.floor(at / 10) !== n), `account-${round}`, [`label-${round}`]);
  }
  expect(nodes.flatMap(({ log }) => log.lines.filter(({ text }) => text.includes('not counted')))).toEqual([]);
  for (const id of ids) expect(await views(id)).toBe(rounds);
});

test('looks at a deal are written by one node at a time', async () => {
  const id = await add({ title: 'Një nga një' });
  let written: Promise<void> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select from deal_counters where deal_id = ${id} for no key update`);
    shop.deps.views.countView(id, { key: 'somebody', formerKeys: [], userId: null, source: null });
    written = shop.deps.views.flush();
    await expect.poll(() => waitingFor(pool)).toEqual([expect.stringContaining('select from deal_counters')]);
  });
  await written;
  expect(await views(id)).toBe(1);
});

test('all that waits is written when the shop closes, however much', async () => {
  const id = await add({ title: 'Shumë sy' });
  const closing = await shop.anotherNode();
  for (let n = 0; n < 2500; n++)
    closing.deps.views.countView(id, { key: `${n}`, formerKeys: [], userId: null, source: null });
  await closing.close();
  expect((await pool.query('select views from deal_counters where deal_id = $1', [id])).rows[0].views).toBe(2500);
});

test('the table of views names nobody', async () => {
  const id = await add({ title: 'Pa emra' });
  const session = newSessionId();
  await look(shop.guest(), id, { cookie: `sessionId=${session}` });
  await expect.poll(() => views(id)).toBe(1);
  const { rows } = await pool.query('select visitor, source from deal_views where deal_id = $1', [id]);
  const hash = expect.stringMatching(/^[\w-]{22}$/);
  expect(rows).toEqual([{ visitor: hash, source: hash }]);
  expect(session).not.toContain(rows[0].visitor);
});
