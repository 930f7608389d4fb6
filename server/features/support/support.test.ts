import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { support } from '#core/contract/support.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';
import { messagesWait } from './support.service.ts';

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

test('what somebody writes stands in the table, with who it is from and nothing else that was sent', async () => {
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

test('a guest leaves an e-mail, and is nobody', async () => {
  const body = letter({ email: ' Vizitor@Example.al ' });
  expect(await shop.guest()(support.contact, { body })).toEqual({ success: true });
  expect(await written('vizitor@example.al')).toMatchObject([{ user_id: null, subject: 'Porosia' }]);
});

test('whether an address has an account nobody is told', async () => {
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
])('a wrong %s is refused: %o', async (field, wrong, code) => {
  const { statusCode, body } = await from()(letter(wrong));
  expect([statusCode, JSON.parse(body).details.fields]).toEqual([400, { [field]: code }]);
});

test('a message of whoever is signed in may be of one word, and no longer than the server holds', async () => {
  const ana = await shop.as({ email: newEmail() });
  await ana(support.send, { body: { message: 'Po' } });
  expect(await refusal(ana(support.send, { body: { message: ' ' } }))).toBe('400 input.invalid');
  expect(await refusal(ana(support.send, { body: { message: 'a'.repeat(5001) } }))).toBe('400 input.invalid');
  expect(await refusal(shop.guest()(support.send, { body: { message: 'Ku?' } }))).toBe('401 access.notAuthenticated');
});

test('pressed fifty times at once on two nodes it is one message with one mail', async () => {
  const email = newEmail();
  const [here, there] = [await shop.as({ email }), await node.as({ email })];
  const press = (at: number) =>
    (at % 2 ? here : there)(support.send, { body: { message: 'Dy herë?' } }).catch((error) => error.status);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => press(at)));
  expect(answers.filter((answer) => answer !== 503).every((answer) => answer.success)).toBe(true);
  expect(await written(email)).toHaveLength(1);
  await here(support.send, { body: { message: 'Tjetër gjë.' } });
  expect(await written(email)).toHaveLength(2);
  const body = letter();
  const guest = from();
  for (let times = 0; times < 8; times++) expect((await guest(body)).statusCode).toBe(200);
  expect(await written(body.email)).toHaveLength(1);
});

test('ten messages of an hour are heard of a person, five of whoever leaves an e-mail', async () => {
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

test('whoever makes accounts to leave e-mails is counted with all behind their address', async () => {
  const remoteAddress = '10.251.7.1';
  const leave = async () => {
    const member = await shop.as({ email: newEmail() });
    const asked = { method: 'POST', url: '/api/support/contact', payload: letter(), remoteAddress } as const;
    return (await member.send(asked)).statusCode;
  };
  for (let turn = 0; turn < 5; turn++) expect(await leave()).toBe(200);
  expect(await leave()).toBe(429);
});

/** How many of those sixty were heard, each of which `write` sends from another address or account. */
const heardOfSixty = async (write: (turn: number) => Promise<number>) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 60; turn++) statuses.push(await write(turn));
  return statuses.filter((status) => status === 200).length;
};
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
  ['an IPv6 /48', (turn: number) => `2001:db8:77:${turn.toString(16)}::1`],
  ['an IPv4 /24', (turn: number) => `10.252.7.${turn}`],
])('of guests of %s five are heard in full in an hour', async (_what, addressOf) => {
  expect(await heardOfSixty((turn) => post(shop.guest(), addressOf(turn), 'contact'))).toBe(25);
  expect(await post(shop.guest(), '10.253.7.1', 'contact')).toBe(200);
});

test.each([
  ['an address', () => '10.254.7.1', 30],
  ['a network, which may write five times as often', (turn: number) => `10.254.8.${turn}`, 60],
])('accounts are made at once: those of %s write thirty messages an hour', async (_what, addressOf, heard) => {
  const accounts = await Promise.all(Array.from({ length: 6 }, () => shop.as({ email: newEmail() })));
  const write = (turn: number) => post(accounts[turn % 6] as Client, addressOf(turn), 'messages');
  expect(await heardOfSixty(write)).toBe(heard);
});

test('how many nobody has read is counted, and after three years they are gone', async () => {
  const waiting = messagesWait({ db });
  const before = await waiting.read();
  const body = letter();
  await from()(body);
  expect(await waiting.read()).toBe(before + 1);
  await pool.query("update support_messages set status = 'read' where contact_email = $1", [body.email]);
  expect(await waiting.read()).toBe(before);
});
