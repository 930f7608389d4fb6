/** Emails to the owner about new devices and changes of how the account is secured. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { identities } from '#core/contract/accounts/identities.ts';
import { secondFactors } from '#core/contract/accounts/second-factors.ts';
import { devices, sessions } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import { accountsTellSignIn } from '#server/features/accounts/accounts.jobs.ts';
import { deviceNameOf, rememberDevice } from '#server/features/accounts/devices.store.ts';
import { makeLink } from '#server/features/accounts/mailed-links.store.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { startJobs } from '#server/jobs.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Client, startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { fakeCredential, fakeIdentities } from '#test/paper-identities.ts';
import { refusal } from '#test/refusal.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { newUser } from '#test/shoppers.ts';
import { sendSecurityChangeEmail } from './account-changes.ts';

const server = await startMailServer({}, afterAll);
const mail = { kind: 'smtp', url: server.url, from: 'porosi@bukuri.example' } as const;
const config = { mail, publicUrl: 'https://bukuri.test', rateLimitScale: 1 };
const shop = await startShop({ config, parts: { identities: fakeIdentities() } });
const { db, deps, pool } = shop;
const worker = await startJobs(deps, shop.url, [sendSecurityChangeEmail, accountsTellSignIn]);
afterAll(worker.close);

const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

async function owner(more: Partial<typeof users.$inferInsert> = {}) {
  const email = more.email ?? `${v7()}@example.al`;
  const emailVerifiedAt = new Date();
  const userId = await newUser(db, { email, username: email, passwordHash, emailVerifiedAt, ...more });
  return { email, userId, client: await shop.as({ email }) };
}

/** A code that no other was taken after. */
function codeLater(secret: string): string {
  shop.clock.move(60_000);
  return codeOf(secret, shop.clock.now());
}

async function turnOn({ client }: Awaited<ReturnType<typeof owner>>) {
  const { secret } = await client(secondFactors.begin, { body: { password: PASSWORD } });
  const { recoveryCodes } = await client(secondFactors.confirm, { body: { code: codeLater(secret) } });
  return { secret, recoveryCodes };
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
// Loads the parser of user agents, so that no sign-in waits for it.
await deviceNameOf(FIREFOX);
const signIn = (client: Client, email: string, { userAgent = FIREFOX, password = PASSWORD } = {}) =>
  client.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: email, password },
    headers: { 'user-agent': userAgent },
  });

/** Emails to an address, once none is waiting any more. */
async function mailsTo(email: string) {
  const waiting = () =>
    pool.query('select from graphile_worker.jobs where task_identifier = any($1)', [
      [sendSecurityChangeEmail.name, accountsTellSignIn.name],
    ]);
  await expect.poll(async () => (await waiting()).rowCount).toBe(0);
  return server.mails.filter(({ headers }) => headers.get('to')?.includes(email));
}
/** Without those about sign-ins. */
const changesTo = async (email: string) =>
  (await mailsTo(email)).filter(({ headers }) => headers.get('subject') !== 'Hyrje e re në llogarinë tuaj');
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ headers }) => headers.get('subject'));

test('second factor turned on, recovery code used or renewed, turned off: the owner is emailed each time, without secrets', async () => {
  const ana = await owner();
  const { secret, recoveryCodes } = await turnOn(ana);
  const code = recoveryCodes[0] ?? '';
  await shop.guest()(accounts.login, { body: { username: ana.email, password: PASSWORD, code } });
  await ana.client(secondFactors.renew, { body: { code: codeLater(secret) } });
  await ana.client(secondFactors.end, { body: { code: codeLater(secret) } });
  const told = await changesTo(ana.email);
  expect(told.map(({ headers }) => headers.get('subject'))).toEqual([
    'Hyrja me dy hapa u aktivizua',
    'U përdor një kod rezervë',
    'Kode të reja rezervë',
    'Hyrja me dy hapa u çaktivizua',
  ]);
  for (const { text, html } of told) {
    for (const said of [text, html]) expect(said).toContain('https://bukuri.test/reset');
    expect(`${text}${html}`).not.toMatch(new RegExp([secret, ...recoveryCodes].join('|')));
  }
});

test('identity linked or unlinked: the owner is emailed in the language of the account', async () => {
  const besa = await owner({ language: 'en' });
  const credential = fakeCredential({ subject: v7(), email: 'tjeter@gmail.com' });
  await besa.client(identities.link, { body: { provider: 'google', credential, password: PASSWORD } });
  await besa.client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  await besa.client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  expect(await subjectsTo(besa.email)).toEqual(['A Google account was linked', 'A Google account was unlinked']);
  const [told] = await mailsTo(besa.email);
  expect(told?.text).toContain('If it was not you, reset your password at once');
  expect(told?.text).toContain('https://bukuri.test/reset?lang=en');
});

test('first Google sign-in to an existing account: the owner is emailed; to a new account: nothing', async () => {
  const email = `${v7()}@gmail.com`;
  await owner({ email, username: email });
  const come = (claims: object) => shop.guest()(identities.google, { body: { credential: fakeCredential(claims) } });
  await come({ subject: v7(), email });
  expect((await subjectsTo(email))[0]).toBe('U lidh një llogari Google');
  const fresh = `${v7()}@gmail.com`;
  await come({ subject: v7(), email: fresh });
  expect(await subjectsTo(fresh)).toEqual([]);
});

test('failed attempts send no email', async () => {
  const besa = await owner();
  const { client, email } = besa;
  await client(secondFactors.begin, { body: { password: PASSWORD } });
  expect(await refusal(client(secondFactors.confirm, { body: { code: '000000' } }))).toBe(
    '403 secondFactors.wrongCode',
  );
  const { secret } = await turnOn(besa);
  const wrong = { username: email, password: PASSWORD, code: 'ABCDE-FGHJK' };
  expect(await refusal(shop.guest()(accounts.login, { body: wrong }))).toBe('401 secondFactors.wrongCode');
  const right = { ...wrong, code: codeLater(secret) };
  await shop.guest()(accounts.login, { body: right });
  expect(await changesTo(email)).toHaveLength(1);
});

test('security emails to an unverified mailbox are limited to six a day', async () => {
  const stranger = await owner({ emailVerifiedAt: null });
  const secret = await newSecondFactor(db, { userId: stranger.userId });
  const renew = () => stranger.client(secondFactors.renew, { body: { code: codeLater(secret) } });
  await renew();
  await pool.query("update rate_limits set count = 5 where key like 'securityMails:%'");
  for (let turn = 0; turn < 2; turn++) await renew();
  expect(await mailsTo(stranger.email)).toHaveLength(2);
});

test('sign-in with a new device: the owner is emailed once', async () => {
  const { email, userId } = await owner();
  await db.delete(devices).where(eq(devices.userId, userId));
  const desk = shop.guest();
  for (const _ of [1, 2]) expect((await signIn(desk, email)).statusCode).toBe(200);
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  const [device] = await db.select().from(devices).where(eq(devices.userId, userId));
  expect(mail?.headers.get('message-id')).toBe(`<sign-in.${device?.id}@bukuri.example>`);
  expect(mail?.headers.get('subject')).toBe('Hyrje e re në llogarinë tuaj');
  for (const text of [mail?.text, mail?.html]) {
    expect(text).toContain('Firefox, Windows');
    expect(text).toContain('https://bukuri.test/settings');
  }
  const [session] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.deviceId, device?.id ?? ''));
  expect(session?.userId).toBe(userId);
});

test('registration and later sign-ins with the same browser send no email; a shared browser is new to each account', async () => {
  const email = `${v7()}@example.al`;
  const phone = shop.guest();
  await phone(accounts.register, { body: { email, passwordHash: PASSWORD } });
  expect((await signIn(phone, email)).statusCode).toBe(200);
  expect(await mailsTo(email)).toEqual([]);
  const besa = await owner();
  await signIn(phone, besa.email);
  expect(await mailsTo(besa.email)).toHaveLength(1);
});

test('password set by email: browsers that were signed out are new again, the one that set it is not', async () => {
  const { email, userId } = await owner();
  const [intruder, desk] = [shop.guest(), shop.guest()];
  for (const client of [intruder, desk]) await signIn(client, email);
  expect(await mailsTo(email)).toHaveLength(2);
  const { token } = await makeLink(db, { userId, email, purpose: 'reset' });
  const password = 'dy gota me ujë';
  await desk(accounts.reset, { body: { token, password } });
  for (const client of [desk, intruder]) await signIn(client, email, { password });
  expect(await subjectsTo(email)).toEqual([
    ...Array(2).fill('Hyrje e re në llogarinë tuaj'),
    'Fjalëkalimi u ndryshua',
    'Hyrje e re në llogarinë tuaj',
  ]);
});

test('new devices, more than five a day: five are emailed', async () => {
  const { email } = await owner();
  for (let turn = 0; turn < 6; turn++) await signIn(shop.guest(), email);
  expect(await mailsTo(email)).toHaveLength(5);
});

test('changed password: the owner is emailed, without the password', async () => {
  const { email, client } = await owner({ language: 'en' });
  await client(accounts.changePassword, { body: { current: PASSWORD, password: 'dy gota me ujë' } });
  const mail = (await mailsTo(email)).at(-1);
  expect(mail?.headers.get('subject')).toBe('Your password was changed');
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/got[aë] me ujë/);
});

test('account closed meanwhile: no email is sent', async () => {
  const { userId } = await owner();
  const remember = { userId, browser: 'b', name: 'Chrome' };
  const { id: deviceId } = await inTransaction(db, (tx) => rememberDevice(tx, remember));
  await db.update(users).set({ isActive: false }).where(eq(users.id, userId));
  const before = server.mails.length;
  await accountsTellSignIn.perform(deps, { deviceId });
  await sendSecurityChangeEmail.perform(deps, { userId, changeId: v7(), change: 'linked', provider: 'google' });
  expect(server.mails).toHaveLength(before);
});
