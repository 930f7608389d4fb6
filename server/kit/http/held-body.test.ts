/** Who signed out between the head and the body of a request did not send it. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop();
const other = await shop.anotherNode();
const origin = new URL(await shop.listen());

/** The answer to an order whose body follows its head only after that. */
async function orderHeldBack(who: Client, meanwhile: () => Promise<unknown>): Promise<string> {
  const body = JSON.stringify({ sessionId: newSessionId() });
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(
    `POST ${orders.cash.path} HTTP/1.1\r\nHost: shop.test\r\nCookie: ${cookie}\r\nConnection: close\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await wait(100);
  await meanwhile();
  socket.write(body);
  let said = '';
  for await (const bytes of socket) said += bytes;
  return said.split(' ')[1] ?? '';
}

let people = 0;
/** Somebody with a full cart, whom the process met that they send their order to, or only the other one. */
async function shopper({ isMet }: { isMet: boolean }) {
  const elsewhere = await other.as({ email: `held${++people}@example.al` });
  await elsewhere(cart.add, { body: { dealId: await newDeal(shop.db), sessionId: newSessionId() } });
  const { user } = await elsewhere(accounts.me);
  const who = shop.guest();
  for (const [name, value] of elsewhere.cookies) who.cookies.set(name, value);
  if (isMet) await who(accounts.me);
  return { who, elsewhere, userId: user.id };
}

const ordersOf = async (userId: string) =>
  (await shop.pool.query('select 1 from orders where user_id = $1', [userId])).rowCount;

test.each([true, false])('session ended before the body arrived (cached: %s), order, is refused', async (isMet) => {
  const { who, elsewhere, userId } = await shopper({ isMet });
  expect(await orderHeldBack(who, () => elsewhere(accounts.logout))).toBe('401');
  expect(await ordersOf(userId)).toBe(0);
});

test.each([true, false])('account closed before the body arrived (cached: %s), order, is refused', async (isMet) => {
  const { who, userId } = await shopper({ isMet });
  const close = () =>
    shop.pool.query(`update users set is_active = false, email = id::text, username = id::text where id = $1`, [
      userId,
    ]);
  expect(await orderHeldBack(who, close)).toBe('401');
  expect(await ordersOf(userId)).toBe(0);
});

test('session still valid when a late body arrives, order, is made', async () => {
  const { who, userId } = await shopper({ isMet: true });
  expect(await orderHeldBack(who, async () => {})).toBe('200');
  expect(await ordersOf(userId)).toBe(1);
});
