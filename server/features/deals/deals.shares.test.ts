import { expect, test } from 'vitest';
import { ana, besa } from '#db/world.ts';
import { contract } from '#server/features.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop({ config: { rateLimitScale: 1, cache: true } });
const other = await shop.anotherNode();
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/140 Mobile';

async function share(who: Client, id: string, headers: Record<string, string> = {}): Promise<string> {
  const url = `/api/deals/${id}/share`;
  const { statusCode, body } = await who.send({ method: 'POST', url, headers: { 'user-agent': phone, ...headers } });
  return statusCode < 400 ? `${statusCode}` : `${statusCode} ${JSON.parse(body).code}`;
}
const sharesOf = async (id: string, node = shop) => (await node.guest()(contract.deals.get, { params: { id } })).shares;

test('deal, shared twice a day by a visitor, counts once; both nodes show it within two seconds', async () => {
  const id = await newDeal(shop.db);
  expect([await sharesOf(id), await sharesOf(id, other)]).toEqual([0, 0]);
  const session = { cookie: `sessionId=${newSessionId()}` };
  for (const node of [shop, other, shop]) expect(await share(node.guest(), id, session)).toBe('200');
  expect(await sharesOf(id)).toBe(1);
  await expect.poll(() => sharesOf(id, other), { timeout: 2000 }).toBe(1);
  await share(await shop.as(ana), id, session);
  expect(await sharesOf(id), 'the same visitor, signed in').toBe(1);
  shop.clock.move(24 * 3_600_000);
  await share(shop.guest(), id, session);
  expect(await sharesOf(id)).toBe(2);
});

test('share, by the owner or a bot, succeeds without being counted', async () => {
  const owner = await shop.as(besa);
  const { rows } = await shop.pool.query('select id from users where email = $1', [besa.email]);
  const id = await newDeal(shop.db, { userId: rows[0].id });
  expect(await share(owner, id)).toBe('200');
  expect(await share(shop.guest(), id, { 'user-agent': 'Googlebot/2.1' })).toBe('200');
  expect(await sharesOf(id)).toBe(0);
});

test('share, of a hidden or unknown deal or more than 60 an hour, is refused', async () => {
  const [hidden, open] = [await newDeal(shop.db, { isHidden: true }), await newDeal(shop.db)];
  const shopper = await shop.as({ email: 'shares@example.al' });
  expect(await share(shopper, hidden)).toBe('404 deals.notFound');
  expect(await share(shopper, crypto.randomUUID())).toBe('404 deals.notFound');
  for (let times = 2; times < 60; times++) expect(await share(shopper, open)).toBe('200');
  expect(await share(shopper, open)).toBe('429 limit.reached');
});
