/** Who forgot a password sets another by a link that only their mailbox knows. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { identities, tokens } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Client, startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { runJobs, tokenIn } from '#test/mailed-links.ts';
import { refusal } from '#test/refusal.ts';
import { codeOf, newSecondFactor } from '#test/second-factors.ts';
import { invalidateLinks, makeLink } from './mailed-links.store.ts';

const OLD = 'një gotë me ujë';
const NEW = 'dy gota me verë';
const server = await startMailServer({}, afterAll);
const from = 'llogari@bukuri.example';
const shop = await startShop({ config: { mail: { kind: 'smtp', url: server.url, from } } });
const { db, pool } = shop;

let people = 0;
async function member(language: 'sq' | 'en' = 'sq') {
  const client = shop.guest();
  client.cookies.set('language', language);
  const email = `harrova${++people}@example.al`;
  const { user } = await client(accounts.register, { body: { email, passwordHash: OLD } });
  return { client, email, userId: user.id };
}
const signIn = (email: string, password: string, client: Client = shop.guest()) =>
  client(accounts.login, { body: { username: email, password } });
const ask = (email: string) => shop.guest()(accounts.resetRequest, { body: { email } });
const reset = (token: string, password = NEW, client: Client = shop.guest()) =>
  client(accounts.reset, { body: { token, password } });
const linkOf = ({ userId, email }: { userId: string; email: string }, purpose: 'reset' | 'verify' = 'reset') =>
  makeLink(db, { userId, email, purpose });
const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email));
const subjectsTo = (email: string) => mailsTo(email).map(({ headers }) => headers.get('subject'));

test.each([
  ['sq', ['Konfirmoni emailin tuaj', 'Vendosni një fjalëkalim të ri', 'Fjalëkalimi u ndryshua']],
  ['en', ['Confirm your email', 'Set a new password', 'Your password was changed']],
] as const)(
  'password reset in %s emails a link, sets the password and confirms it by email',
  async (language, subjects) => {
    const one = await member(language);
    await ask(one.email.toUpperCase());
    await runJobs(shop);
    const mail = mailsTo(one.email).find(({ headers }) => headers.get('subject') === subjects[1]);
    const token = tokenIn(mail ?? { text: '' });
    expect(mail?.html).toContain(`/reset?token=${token}${language === 'en' ? '&amp;lang=en' : '"'}`);
    expect(await reset(token, NEW, one.client)).toEqual({ success: true });
    expect(await refusal(signIn(one.email, OLD))).toBe('401 accounts.badCredentials');
    expect((await signIn(one.email, NEW, one.client)).user).toMatchObject({ email: one.email, isEmailVerified: true });
    await runJobs(shop);
    expect(new Set(subjectsTo(one.email))).toEqual(new Set(subjects));
    expect(mailsTo(one.email)).toHaveLength(3);
    const auditEvents = await db.select().from(auditLog).where(eq(auditLog.subjectId, one.userId));
    expect(auditEvents.map(({ action }) => action)).toContain('accounts.resetPassword');
    const told = shop.log.lines.filter(({ text }) => text.includes(one.userId)).map(({ text }) => text);
    expect(told.join('\n')).toContain('accounts.resetPassword');
    expect(shop.log.lines.map(({ text }) => text).join('\n')).not.toContain(token);
  },
);

test('reset link works once, signs nobody in and ends all sessions', async () => {
  const one = await member();
  const elsewhere = shop.guest();
  await signIn(one.email, OLD, elsewhere);
  const { token } = await linkOf(one);
  const browser = shop.guest();
  await reset(token, NEW, browser);
  for (const client of [one.client, elsewhere, browser])
    expect(await refusal(client(accounts.me))).toBe('401 access.notAuthenticated');
  expect(await refusal(reset(token, 'tri gota me raki'))).toBe('400 accounts.linkOver');
  expect(await refusal(signIn(one.email, 'tri gota me raki'))).toBe('401 accounts.badCredentials');
});

const forgeries: [about: string, forge: (one: { userId: string; email: string }) => Promise<string>][] = [
  ['invented', async () => randomBytes(32).toString('base64url')],
  ['with a changed letter', async (one) => (await linkOf(one)).token.replace(/^./, (a) => (a === 'A' ? 'B' : 'A'))],
  [
    'its hash',
    async (one) => {
      const { id } = await linkOf(one);
      const [row] = await db.select().from(tokens).where(eq(tokens.id, id));
      return row?.hash ?? '';
    },
  ],
  ['its id', async (one) => (await linkOf(one)).id],
  ['of another purpose', async (one) => (await linkOf(one, 'verify')).token],
  [
    'expired',
    async (one) => {
      const { id, token } = await linkOf(one);
      await db
        .update(tokens)
        .set({ expiresAt: new Date(Date.now() - 1) })
        .where(eq(tokens.id, id));
      return token;
    },
  ],
  [
    'invalidated by a password change',
    async (one) => {
      const { token } = await linkOf(one);
      await inTransaction(db, (tx) => invalidateLinks(tx, { userId: one.userId, purpose: 'reset' }));
      return token;
    },
  ],
  [
    'for a former address',
    async (one) => {
      const { token } = await linkOf({ ...one, email: `tjeter-${one.email}` });
      return token;
    },
  ],
  [
    'of a closed account',
    async (one) => {
      const { token } = await linkOf(one);
      await db.update(users).set({ isActive: false }).where(eq(users.id, one.userId));
      return token;
    },
  ],
];

test.each(forgeries)('reset link, %s, is refused', async (_about, forge) => {
  const one = await member();
  const token = await forge(one);
  expect(await refusal(reset(token))).toBe('400 accounts.linkOver');
  expect(await refusal(signIn(one.email, NEW))).toBe('401 accounts.badCredentials');
});

test('reset link expires after 30 minutes and is stored as a hash', async () => {
  const one = await member();
  const { id, token } = await linkOf(one);
  const { rows } = await pool.query(
    'select extract(epoch from expires_at - created_at)::int as seconds, t::text as said from tokens t where id = $1',
    [id],
  );
  expect(rows[0].seconds).toBe(1800);
  expect(rows[0].said).not.toContain(token);
});

test('reset with a weak password is refused and the link stays valid', async () => {
  const one = await member();
  const { token } = await linkOf(one);
  expect(await refusal(reset(token, 'shkurt'))).toBe('400 input.invalid');
  for (const weak of ['password123', `${one.email}`, 'fjalekalimi1'])
    expect(await refusal(reset(token, weak))).toBe('400 accounts.passwordCommon');
  expect(await reset(token)).toEqual({ success: true });
});

test('reset for a closed, demo or unknown account sends no email', async () => {
  const one = await member();
  await runJobs(shop);
  const before = server.mails.length;
  await db.update(users).set({ isActive: false }).where(eq(users.id, one.userId));
  await shop.as({ email: 'ana@bukuri.example' });
  const isPublicUrlLocal = shop.deps.config.isPublicUrlLocal;
  shop.deps.config.isPublicUrlLocal = false;
  for (const email of [one.email, 'askush@example.al', 'ana@bukuri.example'])
    expect(await ask(email)).toEqual({ success: true });
  await runJobs(shop);
  shop.deps.config.isPublicUrlLocal = isPublicUrlLocal;
  expect(server.mails).toHaveLength(before);
});

test('reset of an unverified account removes sessions, second factor and identities of whoever made it', async () => {
  const planter = await member();
  const { userId } = planter;
  await newSecondFactor(db, { userId });
  await db.insert(identities).values({ userId, provider: 'google', subject: 'planter', email: planter.email });
  await reset((await linkOf(planter)).token, 'fjala e pronares');
  expect(await refusal(planter.client(accounts.me))).toBe('401 access.notAuthenticated');
  expect(await refusal(signIn(planter.email, OLD, planter.client))).toBe('401 accounts.badCredentials');
  expect((await signIn(planter.email, 'fjala e pronares')).user.isEmailVerified).toBe(true);
  expect(await db.$count(identities, eq(identities.userId, userId))).toBe(0);
});

test('reset of a verified account keeps its second factor', async () => {
  const one = await member();
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, one.userId));
  const secret = await newSecondFactor(db, { userId: one.userId });
  await reset((await linkOf(one)).token);
  expect(await refusal(signIn(one.email, NEW))).toBe('401 accounts.codeNeeded');
  const body = { username: one.email, password: NEW, code: codeOf(secret, shop.clock.now()) };
  expect((await shop.guest()(accounts.login, { body })).user.email).toBe(one.email);
});
