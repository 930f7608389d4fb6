import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { sessionId } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { newDeal, newUser } from '#test/shoppers.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const { db, pool } = shop;

async function somebody(email: string, more: { emailVerifiedAt?: Date } = {}) {
  await newUser(db, { email, username: email, ...more });
  const call = await shop.as({ email });
  return async () => {
    await call(cart.add, { body: { dealId: await newDeal(db), sessionId } });
    const { id } = await call(orders.cash, { body: { sessionId } });
    return call(orders.cancel, { params: { id } });
  };
}

/** How many mails wait to be sent. */
const mails = async () =>
  (await pool.query("select from graphile_worker.jobs where task_identifier = 'orders-receipt'")).rowCount;

test('a mailbox that nobody confirmed gets five mails of a day under its plain name, five under all others, and every order is made', async () => {
  const names = ['ana+tjeter@example.al', 'ana+treta@example.al'];
  for (const other of await Promise.all(names.map((name) => somebody(name))))
    for (let times = 0; times < 3; times++) expect(await other()).toMatchObject({ failedReason: 'canceled' });
  expect(await mails()).toBe(5);
  const ana = await somebody('ana@example.al');
  for (let times = 0; times < 6; times++) await ana();
  expect(await mails()).toBe(10);
  await (await somebody('besa@example.al'))();
  expect(await mails(), 'another mailbox').toBe(11);
});

test('a mailbox that was confirmed gets a mail for each order', async () => {
  const before = Number(await mails());
  const dritan = await somebody('dritan@example.al', { emailVerifiedAt: new Date() });
  for (let times = 0; times < 7; times++) await dritan();
  expect(await mails()).toBe(before + 7);
});
