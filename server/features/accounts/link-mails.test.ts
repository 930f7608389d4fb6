/** What strangers do with other names of a mailbox fills it with few mails, and keeps its owner from none. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { workOff } from '#test/mailed-links.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';

const server = await startMailServer({}, afterAll);
const from = 'llogari@bukuri.example';
const shop = await startShop({ config: { rateLimitScale: 1, mail: { kind: 'smtp', url: server.url, from } } });
const { db, pool } = shop;
const OWNER = 'pronarja@example.al';
const other = (name: number) => OWNER.replace('@', `+${name}@`);

const askFor = (email: string, client = shop.guest()) => client(accounts.resetRequest, { body: { email } });
const addAccount = (email: string, more: { emailVerifiedAt?: Date } = {}) =>
  newUser(db, { email, username: email, ...more });
async function mailed(): Promise<string[]> {
  await workOff(shop);
  return server.mails.flatMap(({ to }) => to);
}
const times = (count: number, email: string) => Array(count).fill(email);

beforeEach(async () => {
  await pool.query('delete from users');
  await pool.query('delete from rate_limits');
  server.mails.length = 0;
});

test('whoever asks for other names of a mailbox keeps its owner from no link, and mails nobody where there is no account', async () => {
  await addAccount(OWNER);
  for (const name of [0, 1, 2, 3]) await askFor(other(name));
  expect(await askFor(OWNER)).toEqual({ success: true });
  expect(await mailed()).toEqual([OWNER]);
});

test('whoever makes accounts with other names of a mailbox fills it with four links an hour, and keeps its owner from none', async () => {
  for (const name of [0, 1, 2, 3, 4, 5]) await addAccount(other(name));
  for (const name of [0, 1, 2, 3, 4, 5]) await askFor(other(name));
  expect(await mailed()).toHaveLength(4);
  await addAccount(OWNER);
  await askFor(OWNER);
  const owner = await shop.as({ email: OWNER });
  expect(await owner(accounts.verifyRequest)).toEqual({ success: true });
  expect((await mailed()).slice(4)).toEqual(times(2, OWNER));
});

test('a mailbox that nobody confirmed gets four links an hour under one name, of whatever kind, and nobody hears that it had them', async () => {
  await addAccount(OWNER);
  const owner = await shop.as({ email: OWNER });
  for (let time = 0; time < 3; time++) await askFor(OWNER);
  for (let time = 0; time < 3; time++) expect(await owner(accounts.verifyRequest)).toEqual({ success: true });
  expect(await mailed()).toEqual(times(4, OWNER));
});

test('one that its owner confirmed is mailed each link, by whatever name', async () => {
  const confirmed = other(7);
  for (const name of [0, 1, 2, 3, 4, 5]) await addAccount(other(name));
  await addAccount(confirmed, { emailVerifiedAt: new Date() });
  for (const name of [0, 1, 2, 3, 4, 5]) await askFor(other(name));
  await mailed();
  for (let time = 0; time < 3; time++) await askFor(confirmed);
  expect((await mailed()).filter((to) => to === confirmed)).toHaveLength(3);
  expect(await refusal(askFor(confirmed))).toBe('429 limit.reached');
});

test('what a known browser asks for is counted by its own address', async () => {
  const password = 'një gotë me ujë';
  const knowing = async (email: string) => {
    const client = shop.guest();
    await client(accounts.register, { body: { email, passwordHash: password } });
    return client;
  };
  const [owner, stranger] = [await knowing(OWNER), await knowing(other(1))];
  for (let time = 0; time < 3; time++) await askFor(other(1), stranger);
  for (let time = 0; time < 3; time++) await askFor(OWNER);
  expect(await askFor(OWNER, owner)).toEqual({ success: true });
});

test('a mail that could not be sent counts for none', async () => {
  await addAccount(OWNER);
  server.next.recipient.push(450, 450);
  for (let time = 0; time < 3; time++) await askFor(OWNER);
  expect(await mailed()).toEqual(times(3, OWNER));
});
