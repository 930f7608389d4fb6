import { afterAll, expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { startJobs } from '#server/jobs.ts';
import { sessionId } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { type Manner, startMailServer } from '#test/mail-server.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { ordersReceipt } from './receipts.jobs.ts';

const server = await startMailServer({}, afterAll);
const from = 'porosi@bukuri.example';
const shop = await startShop({ config: { mail: { kind: 'smtp', url: server.url, from } } });
const { db, pool, deps } = shop;
const worker = await startJobs(deps, shop.url, [ordersReceipt]);
afterAll(worker.close);

let people = 0;
async function order(): Promise<string> {
  const email = `bleresi${++people}@example.al`;
  await newUser(db, { email, username: email });
  const call = await shop.as({ email });
  await call(cart.add, { body: { dealId: await newDeal(db), sessionId } });
  return (await call(orders.cash, { body: { sessionId } })).id;
}

const receiptJobs = async () =>
  (await pool.query(`select last_error from graphile_worker.jobs where task_identifier = 'orders-receipt'`)).rows;

/** Runs pending retries now. */
async function waiting(): Promise<number> {
  await pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
  await pool.query(`select pg_notify('jobs:insert', '{"r": 1, "count": 1}')`);
  return (await receiptJobs()).length;
}
const nothingLeft = () => expect.poll(waiting, { interval: 100 }).toBe(0);
const idsSent = () => server.mails.map(({ headers }) => headers.get('message-id'));
const idOf = (orderId: string) => `<receipt.${orderId}@bukuri.example>`;

test('mail server fails, orders are made and receipts are retried', async () => {
  const manners: Manner[] = [451, 550, 'lost', 421, 'lost', 554];
  server.next.recipient.push(451, 'take', 550, 421);
  server.next.data.push(...manners);
  const made = [];
  for (let turn = 0; turn < 6; turn++) made.push(await order());
  await nothingLeft();
  const sent = idsSent();
  expect(new Set(sent)).toEqual(new Set(made.map(idOf)));
  const lost = manners.filter((manner) => manner === 'lost').length;
  expect(sent.length, 'twice only when the response was lost').toBe(made.length + lost);
});

test('refused receipt, its error and log lines contain no address', async () => {
  server.next.recipient.push(550);
  const before = people;
  await order();
  await expect.poll(async () => (await receiptJobs())[0]?.last_error).toMatch(/^EENVELOPE at RCPT 550/);
  expect(shop.log.lines.map(({ text }) => text).join('\n')).not.toContain(`bleresi${before + 1}@`);
  await nothingLeft();
});
