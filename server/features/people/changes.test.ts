/** The owner of an account hears whenever it is changed how one comes in, over a real line. */
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { identities } from '#core/contract/identities.ts';
import { secondFactors } from '#core/contract/second-factors.ts';
import { users } from '#db/schema/people.ts';
import { startJobs } from '#server/jobs.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { onPaper, paperIdentities } from '#test/paper-identities.ts';
import { refusal } from '#test/refusal.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { newUser } from '#test/shoppers.ts';
import { sendSecurityChangeEmail } from './account-changes.ts';

const server = await startMailServer({}, afterAll);
const mail = { kind: 'smtp', url: server.url, from: 'porosi@bukuri.example' } as const;
const config = { mail, publicUrl: 'https://bukuri.test', rateLimitScale: 1 };
const shop = await startShop({ config, parts: { identities: paperIdentities() } });
const { db, deps, pool } = shop;
const worker = await startJobs(deps, shop.url, [sendSecurityChangeEmail]);
afterAll(worker.close);

const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);

async function owner(more: Partial<typeof users.$inferInsert> = {}) {
  const email = `${v7()}@example.al`;
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

/** What came to an address, once none of these mails is waiting any more. */
async function mailsTo(email: string) {
  const waiting = () => pool.query("select from graphile_worker.jobs where task_identifier = 'people-tell-change'");
  await expect.poll(async () => (await waiting()).rowCount).toBe(0);
  return server.mails.filter(({ headers }) => headers.get('to')?.includes(email));
}
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ headers }) => headers.get('subject'));

test('codes that are turned on, made anew, used and turned off are told, in text and as a page', async () => {
  const ana = await owner();
  const { secret, recoveryCodes } = await turnOn(ana);
  const code = recoveryCodes[0] ?? '';
  await shop.guest()(accounts.login, { body: { username: ana.email, password: PASSWORD, code } });
  await ana.client(secondFactors.renew, { body: { code: codeLater(secret) } });
  await ana.client(secondFactors.end, { body: { code: codeLater(secret) } });
  const told = await mailsTo(ana.email);
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

test('an account elsewhere that is linked or unlinked is told, in the language of the account', async () => {
  const besa = await owner({ language: 'en' });
  const credential = onPaper({ subject: v7(), email: 'tjeter@gmail.com' });
  await besa.client(identities.link, { body: { provider: 'google', credential, password: PASSWORD } });
  await besa.client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  await besa.client(identities.unlink, { body: { provider: 'google', password: PASSWORD } });
  expect(await subjectsTo(besa.email)).toEqual(['A Google account was linked', 'A Google account was unlinked']);
  const [told] = await mailsTo(besa.email);
  expect(told?.text).toContain('If it was not you, reset your password at once');
  expect(told?.text).toContain('https://bukuri.test/reset?lang=en');
});

test('an account that Google opens by itself from now on is told of it, a new one is not', async () => {
  const email = `${v7()}@gmail.com`;
  await owner({ email, username: email });
  const come = (its: object) => shop.guest()(identities.google, { body: { credential: onPaper(its) } });
  await come({ subject: v7(), email });
  expect(await subjectsTo(email)).toEqual(['U lidh një llogari Google']);
  const fresh = `${v7()}@gmail.com`;
  await come({ subject: v7(), email: fresh });
  expect(await subjectsTo(fresh)).toEqual([]);
});

test('what came to nothing is told to nobody', async () => {
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
  expect(await subjectsTo(email)).toEqual(['Hyrja me dy hapa u aktivizua']);
});

test('whoever has an account with the address of somebody else mails them six times a day', async () => {
  const stranger = await owner({ emailVerifiedAt: null });
  const secret = await newSecondFactor(db, { userId: stranger.userId });
  for (let turn = 0; turn < 8; turn++)
    await stranger.client(secondFactors.renew, { body: { code: codeLater(secret) } });
  expect(await mailsTo(stranger.email)).toHaveLength(6);
});

test('whose account was closed meanwhile is written nothing', async () => {
  const { userId } = await owner();
  await db.update(users).set({ isActive: false, emailVerifiedAt: sql`now()` }).where(eq(users.id, userId));
  const before = server.mails.length;
  await sendSecurityChangeEmail.perform(deps, { userId, changeId: v7(), change: 'linked', provider: 'google' });
  expect(server.mails).toHaveLength(before);
});
