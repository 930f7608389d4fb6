/** The owner of an account hears of whoever comes in with a browser that it does not know, over a real line. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { users } from '#db/schema/people.ts';
import { devices, sessions } from '#db/schema/sign-in.ts';
import { sendSecurityChangeEmail } from '#server/features/people/account-changes.ts';
import { startJobs } from '#server/jobs.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { type Client, startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { newUser } from '#test/shoppers.ts';
import { accountsTellSignIn } from './accounts.jobs.ts';
import { deviceNameOf, rememberDevice } from './devices.store.ts';
import { makeLink } from './mailed-links.store.ts';

const server = await startMailServer({}, afterAll);
const mail = { kind: 'smtp', url: server.url, from: 'porosi@bukuri.example' } as const;
const shop = await startShop({ config: { mail, publicUrl: 'https://bukuri.test' } });
const { db, pool, deps } = shop;
const worker = await startJobs(deps, shop.url, [accountsTellSignIn, sendSecurityChangeEmail]);
afterAll(worker.close);

const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
// What reads it is fetched with the first: no sign-in waits for that here.
await deviceNameOf(FIREFOX);

/** Somebody who confirmed their address, unless `more` says otherwise. */
async function member(more: Partial<typeof users.$inferInsert> = {}) {
  const email = more.email ?? `${v7()}@example.al`;
  const emailVerifiedAt = new Date();
  return { email, userId: await newUser(db, { email, username: email, passwordHash, emailVerifiedAt, ...more }) };
}

const signIn = (client: Client, email: string, userAgent = FIREFOX) =>
  client.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });

/** What came to an address, once none of these mails is waiting any more. */
async function mailsTo(email: string) {
  const waiting = () => pool.query("select from graphile_worker.jobs where task_identifier like '%-tell-%'");
  await expect.poll(async () => (await waiting()).rowCount).toBe(0);
  return server.mails.filter(({ headers }) => headers.get('to')?.includes(email));
}

test('a sign-in with a browser that the account does not know is told once, and with the same browser no more', async () => {
  const { email, userId } = await member();
  const desk = shop.guest();
  for (const _ of [1, 2]) expect((await signIn(desk, email)).statusCode).toBe(200);
  const [told, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  const [device] = await db.select().from(devices).where(eq(devices.userId, userId));
  expect(told?.headers.get('message-id')).toBe(`<sign-in.${device?.id}@bukuri.example>`);
  expect(told?.headers.get('subject')).toBe('Hyrje e re në llogarinë tuaj');
  for (const text of [told?.text, told?.html]) {
    expect(text).toContain('Firefox, Windows');
    expect(text).toContain('https://bukuri.test/settings');
  }
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  expect(session?.deviceId).toBe(device?.id);
});

test('it is told in the language of the account, and a browser that says nothing is called unknown', async () => {
  const { email } = await member({ language: 'en' });
  await signIn(shop.guest(), email, 'curl/8.0');
  const [told] = await mailsTo(email);
  expect(told?.headers.get('subject')).toBe('New sign-in to your account');
  expect(told?.text).toContain('Device: Unknown');
});

test('whoever registers is told nothing, and nor of the same browser later', async () => {
  const email = `${v7()}@example.al`;
  const phone = shop.guest();
  await phone(accounts.register, { body: { email, passwordHash: PASSWORD } });
  await phone(accounts.logout);
  expect((await signIn(phone, email)).statusCode).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
  await signIn(shop.guest(), email);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('after another password each browser that was signed out is told of again, that in which it was set is not', async () => {
  const { email, userId } = await member();
  const [intruder, desk] = [shop.guest(), shop.guest()];
  for (const client of [intruder, desk]) await signIn(client, email);
  expect(await mailsTo(email)).toHaveLength(2);
  const { token } = await makeLink(db, { userId, email, purpose: 'reset' });
  await desk(accounts.reset, { body: { token, password: 'dy gota me ujë' } });
  for (const client of [desk, intruder])
    await client(accounts.login, { body: { username: email, password: 'dy gota me ujë' } });
  expect((await mailsTo(email)).map(({ headers }) => headers.get('subject'))).toEqual([
    ...Array(2).fill('Hyrje e re në llogarinë tuaj'),
    'Fjalëkalimi u ndryshua',
    'Hyrje e re në llogarinë tuaj',
  ]);
});

test('a browser of two people is new to each', async () => {
  const [ana, besa] = [await member(), await member()];
  const shared = shop.guest();
  await signIn(shared, ana.email);
  await signIn(shared, besa.email);
  expect([(await mailsTo(ana.email)).length, (await mailsTo(besa.email)).length]).toEqual([1, 1]);
});

test('of many new browsers in a day five are told', async () => {
  const { email } = await member();
  for (let turn = 0; turn < 7; turn++) await signIn(shop.guest(), email);
  expect(await mailsTo(email)).toHaveLength(5);
});

test('a mailbox that nobody confirmed is told six times a day, however many accounts were made with it', async () => {
  const limited = await startShop({ url: shop.url, config: { ...deps.config, rateLimitScale: 1 } });
  const name = v7();
  const told = [];
  for (let account = 0; account < 4; account++) {
    const { email } = await member({ email: `${name}+${account}@example.al`, emailVerifiedAt: null });
    const client = limited.guest();
    expect((await signIn(client, email)).statusCode).toBe(200);
    await client(accounts.changePassword, { body: { current: PASSWORD, password: 'dy gota me ujë' } });
    told.push((await mailsTo(email)).length);
  }
  expect(told).toEqual([2, 2, 2, 0]);
  const plain = await member({ email: `${name}@example.al`, emailVerifiedAt: null });
  expect((await signIn(limited.guest(), plain.email)).statusCode).toBe(200);
  expect(await mailsTo(plain.email), 'under its plain name it is told still').toHaveLength(1);
  const { email } = await member();
  await signIn(limited.guest(), email);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('nobody is told of who comes in where anybody may', async () => {
  const email = `${v7()}@bukuri.example`;
  await member({ email, username: email });
  expect((await signIn(shop.guest(), email)).statusCode).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
});

test('another password is told, in both languages, and holds none', async () => {
  const told = [];
  for (const language of ['sq', 'en'] as const) {
    const { email } = await member({ language });
    const client = shop.guest();
    await signIn(client, email);
    await client(accounts.changePassword, { body: { current: PASSWORD, password: 'dy gota me ujë' } });
    told.push((await mailsTo(email)).at(-1));
  }
  expect(told.map((mail) => mail?.headers.get('subject'))).toEqual([
    'Fjalëkalimi u ndryshua',
    'Your password was changed',
  ]);
  for (const mail of told) expect(`${mail?.text}${mail?.html}`).not.toMatch(/got[aë] me ujë/);
});

test('whose account was closed meanwhile is written nothing', async () => {
  const { userId } = await member();
  const { id: deviceId } = await inTransaction(db, (tx) =>
    rememberDevice(tx, { userId, browser: 'b', name: 'Chrome' }),
  );
  await db.update(users).set({ isActive: false }).where(eq(users.id, userId));
  const before = server.mails.length;
  await accountsTellSignIn.perform(deps, { deviceId });
  expect(server.mails).toHaveLength(before);
});
