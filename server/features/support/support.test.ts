import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { support } from '#core/contract/support.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newOrder, newUser } from '#test/shoppers.ts';
import { supportLimits } from './support.routes.ts';
import { unreadMessagesMetric } from './support.service.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const node = await shop.anotherNode();
const { db, pool } = shop;

let people = 0;
const newEmail = () => `shkruesi${++people}@example.al`;
const letter = (more: object = {}) => ({ email: newEmail(), subject: 'Porosia', message: 'Ku e gjej kodin?', ...more });
/** Each from a household of its own, unless it is said. */
const from = (net = ++people) => {
  const guest = shop.guest();
  return (body: object) =>
    guest.send({
      method: 'POST',
      url: '/api/support/contact',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      payload: JSON.stringify(body),
      remoteAddress: `10.${net % 250}.7.1`,
    });
};
const written = async (email: string) =>
  (
    await pool.query(
      `select m.user_id, contact_email, subject, message, status from support_messages m left join users u on u.id = user_id
       where $1 in (contact_email, u.email)`,
      [email],
    )
  ).rows;

test('own messages are listed with the answer and the order; an order of somebody else is 404', async () => {
  const email = newEmail();
  const ana = await shop.as({ email });
  const besa = await shop.as({ email: newEmail() });
  const { rows } = await pool.query('select id from users where email = $1', [email]);
  const orderId = await newOrder(db, { userId: rows[0].id });
  await ana(support.send, { body: { message: 'Salloni ishte i mbyllur', orderId } });
  const wrong = besa(support.send, { body: { message: 'Salloni ishte i mbyllur', orderId } });
  expect(await refusal(wrong)).toBe('404 orders.notFound');
  await pool.query("update support_messages set admin_reply = 'Na vjen keq.', replied_at = now() where order_id = $1", [
    orderId,
  ]);
  await ana(support.send, { body: { message: 'Faleminderit!' } });
  expect(await ana(support.mine)).toMatchObject([
    { message: 'Faleminderit!', adminReply: null, repliedAt: null, orderId: null },
    { message: 'Salloni ishte i mbyllur', adminReply: 'Na vjen keq.', orderId },
  ]);
  expect(await besa(support.mine)).toEqual([]);
});

test('message of an account is stored without forged fields', async () => {
  const email = newEmail();
  const ana = await shop.as({ email });
  const forged = { userId: crypto.randomUUID(), status: 'read', adminReply: 'Po', contactEmail: 'x@example.al' };
  expect(await ana(support.send, { body: { message: '  Ku e gjej\nkodin?  ', ...forged } })).toEqual({ success: true });
  expect(await written(email)).toEqual([
    {
      user_id: expect.any(String),
      contact_email: null,
      subject: null,
      message: 'Ku e gjej\nkodin?',
      status: 'pending',
    },
  ]);
});

test('contact message of a guest is stored with the email address', async () => {
  const body = letter({ email: ' Vizitor@Example.al ' });
  expect(await shop.guest()(support.contact, { body })).toEqual({ success: true });
  expect(await written('vizitor@example.al')).toMatchObject([{ user_id: null, subject: 'Porosia' }]);
});

test('contact message does not reveal whether the address has an account', async () => {
  const [known, unknown] = [newEmail(), newEmail()];
  await newUser(db, { email: known, username: known });
  const answers = await Promise.all([known, unknown].map((email) => from()(letter({ email }))));
  const [one, other] = answers.map(({ statusCode, body }) => `${statusCode} ${body}`);
  expect(one).toBe(other);
  expect(await written(known)).toMatchObject([{ user_id: null }]);
});

test.each([
  ['message', { message: ' \n ' }, 'messageRequired'],
  ['message', { message: 'a'.repeat(5001) }, 'tooLong'],
  ['message', { message: undefined }, 'messageRequired'],
  ['email', { email: 'ana@' }, 'invalidEmail'],
  ['email', { email: 'ana@example.al\r\nBcc: besa@example.al' }, 'invalidEmail'],
  ['subject', { subject: 's'.repeat(201) }, 'tooLong'],
  ['subject', { subject: ' ' }, 'required'],
])('contact message with invalid %s, %o, is refused', async (field, wrong, code) => {
  const { statusCode, body } = await from()(letter(wrong));
  expect([statusCode, JSON.parse(body).details.fields]).toEqual([400, { [field]: code }]);
});

test('message of an account, one word to 5,000 characters, is accepted; guests are refused', async () => {
  const ana = await shop.as({ email: newEmail() });
  await ana(support.send, { body: { message: 'Po' } });
  expect(await refusal(ana(support.send, { body: { message: ' ' } }))).toBe('400 input.invalid');
  expect(await refusal(ana(support.send, { body: { message: 'a'.repeat(5001) } }))).toBe('400 input.invalid');
  expect(await refusal(shop.guest()(support.send, { body: { message: 'Ku?' } }))).toBe('401 access.notAuthenticated');
});

test('same message sent several times at once is stored once', async () => {
  const email = newEmail();
  const [here, there] = [await shop.as({ email }), await node.as({ email })];
  const press = (at: number) => (at % 2 ? here : there)(support.send, { body: { message: 'Dy herë?' } });
  expect(await Promise.all([0, 1, 2, 3].map(press))).toEqual(Array(4).fill({ success: true }));
  expect(await written(email)).toHaveLength(1);
  await here(support.send, { body: { message: 'Tjetër gjë.' } });
  expect(await written(email)).toHaveLength(2);
  const body = letter();
  const guest = from();
  for (let times = 0; times < 8; times++) expect((await guest(body)).statusCode).toBe(200);
  expect(await written(body.email)).toHaveLength(1);
});

test('messages, more than ten an hour of an account or five of a guest, are refused', async () => {
  const ana = await shop.as({ email: newEmail() });
  const send = (turn: number) => ana(support.send, { body: { message: `Mesazhi ${turn}` } });
  for (let turn = 0; turn < 10; turn++) await send(turn);
  expect(await refusal(send(10))).toBe('429 limit.reached');
  const guest = from(201);
  for (let turn = 0; turn < 5; turn++) expect((await guest(letter())).statusCode).toBe(200);
  const last = letter();
  expect((await guest(last)).statusCode).toBe(429);
  expect(await written(last.email)).toEqual([]);
});

/** As if others had used up a limit before. */
const exhaust = (limit: string, max: number) =>
  pool.query('update rate_limits set count = $2 where key like $1', [`${limit}:%`, max]);
const post = async (client: Client, remoteAddress: string, path: 'contact' | 'messages') =>
  (
    await client.send({
      method: 'POST',
      url: `/api/support/${path}`,
      payload: letter({ message: v7() }),
      remoteAddress,
    })
  ).statusCode;

test.each([
  ['IPv6 /48', '2001:db8:77:1::1', '2001:db8:77:2::1'],
  ['IPv4 /24', '10.252.7.1', '10.252.7.2'],
])('contact messages of an %s are limited in total', async (_what, first, second) => {
  expect(await post(shop.guest(), first, 'contact')).toBe(200);
  await exhaust('contactsOfANetwork', supportLimits.contactsOfANetwork.max);
  expect(await post(shop.guest(), second, 'contact')).toBe(429);
  await pool.query("delete from rate_limits where key like 'contacts%'");
});

test.each([
  ['supportMessagesOfAnAddress', '10.254.7.1'],
  ['supportMessagesOfANetwork', '10.254.7.2'],
] as const)('messages of several accounts are limited by %s', async (limit, address) => {
  const [ana, besa] = [await shop.as({ email: newEmail() }), await shop.as({ email: newEmail() })];
  expect(await post(ana, '10.254.7.1', 'messages')).toBe(200);
  await exhaust(limit, supportLimits[limit].max);
  expect(await post(besa, address, 'messages')).toBe(429);
  await pool.query("delete from rate_limits where key like 'supportMessages%'");
});

test('unread messages are counted in a metric', async () => {
  const waiting = unreadMessagesMetric({ db });
  const before = await waiting.read();
  const body = letter();
  await from()(body);
  expect(await waiting.read()).toBe(before + 1);
  await pool.query("update support_messages set status = 'read' where contact_email = $1", [body.email]);
  expect(await waiting.read()).toBe(before);
});
