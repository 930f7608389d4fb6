import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newUser } from '#test/shoppers.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const node = await shop.anotherNode();
const sessionId = newSessionId();

async function onTwoNodes(email: string) {
  const [here, there] = [await shop.as({ email }), await node.as({ email })];
  const dealId = await newDeal(shop.db);
  return {
    here,
    fill: () => here(cart.add, { body: { dealId, sessionId } }),
    confirm: (time: number, key?: string) => (time % 2 ? here : there)(orders.cash, { body: { sessionId, key } }),
  };
}

const countedOf = async () => {
  const { rows } = await shop.pool.query("select key, count from rate_limits where key like 'cashOrders:%'");
  return rows.map(({ count }) => count);
};

test('eleventh order within an hour, is limited on every node', async () => {
  const { here, fill, confirm } = await onTwoNodes('ana@example.al');
  for (let time = 1; time <= 10; time++) {
    await fill();
    const { id } = await confirm(time);
    await here(orders.cancel, { params: { id } });
  }
  await fill();
  expect(await refusal(confirm(1))).toBe('429 limit.reached');
  expect(await refusal(confirm(2))).toBe('429 limit.reached');
});

test('repeated confirmation, counts once for the limit', async () => {
  await shop.pool.query('delete from rate_limits');
  const { fill, confirm } = await onTwoNodes('era@example.al');
  const key = v7();
  await fill();
  const order = await confirm(0, key);
  for (let time = 1; time <= 12; time++) expect(await confirm(time, time % 3 ? key : undefined)).toEqual(order);
  expect(await countedOf()).toEqual([1]);
});

test('repeated confirmation at the limit, answers the order', async () => {
  await shop.pool.query('delete from rate_limits');
  const { fill, confirm } = await onTwoNodes('mira@example.al');
  const key = v7();
  await fill();
  const order = await confirm(0, key);
  await shop.pool.query("update rate_limits set count = 10 where key like 'cashOrders:%'");
  for (let time = 1; time <= 4; time++) expect(await confirm(time, time % 2 ? key : undefined)).toEqual(order);
  await fill();
  expect(await refusal(confirm(0))).toBe('429 limit.reached');
  expect(await confirm(1, key)).toEqual(order);
});

test('refused confirmation, does not count for the limit', async () => {
  const { fill, confirm } = await onTwoNodes('besa@example.al');
  for (let time = 1; time <= 11; time++) expect(await refusal(confirm(time))).toBe('400 cart.empty');
  await fill();
  expect((await confirm(1)).status).toBe('pending');
});

async function buyer(email: string, more: { emailVerifiedAt?: Date } = {}) {
  await newUser(shop.db, { email, username: email, ...more });
  const call = await shop.as({ email });
  return async () => {
    await call(cart.add, { body: { dealId: await newDeal(shop.db), sessionId } });
    const { id } = await call(orders.cash, { body: { sessionId } });
    return call(orders.cancel, { params: { id } });
  };
}

const mails = async () =>
  (await shop.pool.query("select from graphile_worker.jobs where task_identifier = 'orders-receipt'")).rowCount;

test('unconfirmed e-mail address, gets at most five receipts per day, and five for its aliases', async () => {
  const before = Number(await mails());
  const names = ['teuta+tjeter@example.al', 'teuta+treta@example.al'];
  for (const other of await Promise.all(names.map((name) => buyer(name))))
    for (let times = 0; times < 3; times++) expect(await other()).toMatchObject({ failedReason: 'canceled' });
  expect(await mails()).toBe(before + 5);
  const teuta = await buyer('teuta@example.al');
  for (let times = 0; times < 6; times++) await teuta();
  expect(await mails()).toBe(before + 10);
  await (await buyer('vesa@example.al'))();
  expect(await mails(), 'another mailbox').toBe(before + 11);
});

test('confirmed e-mail address, gets a receipt for each order', async () => {
  const before = Number(await mails());
  const dritan = await buyer('dritan@example.al', { emailVerifiedAt: new Date() });
  for (let times = 0; times < 7; times++) await dritan();
  expect(await mails()).toBe(before + 7);
});
