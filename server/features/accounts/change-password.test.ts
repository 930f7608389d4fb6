import { eq, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { sessions } from '#core/contract/accounts/sessions.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { tokens } from '#db/schema/sign-in.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';
import { hashPassword } from './passwords.ts';

const shop = await startShop();
const node = await shop.anotherNode();
const { db, pool } = shop;
const [OLD, NEW] = ['një gotë me ujë', 'dy gota me ujë'];
const passwordHash = await hashPassword(OLD);
const NOBODY = '401 access.notAuthenticated';

async function member(hash: string | null = passwordHash) {
  const email = `${v7()}@example.al`;
  return { email, userId: await newUser(db, { email, username: email, passwordHash: hash }) };
}

async function signIn(email: string, { password = OLD, on = shop, rememberMe = false } = {}): Promise<Client> {
  const client = on.guest();
  await client(accounts.login, { body: { username: email, password, rememberMe } });
  return client;
}

const change = (client: Client, current = OLD, password = NEW) =>
  client(accounts.changePassword, { body: { current, password } });
const tokenOf = (client: Client) => client.cookies.get('bukuri') ?? '';

test('changed password opens the account, the former one is refused', async () => {
  const { email, userId } = await member();
  const ana = await signIn(email);
  expect(await change(ana)).toEqual({ success: true });
  expect(await refusal(signIn(email))).toBe('401 accounts.badCredentials');
  expect((await (await signIn(email, { password: NEW }))(accounts.me)).user.id).toBe(userId);
  const auditEvents = await db.select().from(auditLog).where(eq(auditLog.subjectId, userId));
  expect(auditEvents.map(({ action }) => action)).toEqual(['accounts.changePassword']);
  expect(JSON.stringify(shop.log.lines)).not.toContain(NEW);
});

test('password, spelled with other code points, can be changed and opens the account', async () => {
  const { email } = await member();
  const ana = await signIn(email, { password: OLD.normalize('NFD') });
  await change(ana, OLD.normalize('NFD'), 'dy gotë me ujë'.normalize('NFD'));
  expect((await (await signIn(email, { password: 'dy gotë me ujë' }))(accounts.me)).user.email).toBe(email);
});

test('password change rotates the token of this session and ends all others on every node', async () => {
  const { email, userId } = await member();
  const ana = await signIn(email, { rememberMe: true });
  const [before] = await ana(sessions.list);
  const others = [await signIn(email), await signIn(email, { on: node })];
  const old = tokenOf(ana);
  await change(ana);
  expect(tokenOf(ana)).not.toBe(old);
  expect((await ana(accounts.me)).user.id).toBe(userId);
  expect(await ana(sessions.list), 'as long as it would have gone on').toEqual([before]);
  for (const other of others) expect(await refusal(other(accounts.me))).toBe(NOBODY);
  const planted = node.guest();
  planted.cookies.set('bukuri', old);
  expect(await refusal(planted(accounts.me))).toBe(NOBODY);
});

test('password change, response lost, can be repeated in the session that asked', async () => {
  const { email, userId } = await member();
  const [ana, other] = [await signIn(email), await signIn(email, { on: node })];
  const lost = tokenOf(ana);
  await change(ana);
  const given = tokenOf(ana);
  ana.cookies.set('bukuri', lost);
  expect((await ana(accounts.me)).user.id).toBe(userId);
  expect(await refusal(other(accounts.me))).toBe(NOBODY);
  expect(await refusal(change(ana, 'nuk-eshte-ky', 'tri gota me ujë'))).toBe('403 accounts.wrongPassword');
  expect(await change(ana)).toEqual({ success: true });
  expect([given, lost]).not.toContain(tokenOf(ana));
  expect((await ana(accounts.me)).user.id).toBe(userId);
  for (const token of [lost, given]) {
    const planted = shop.guest();
    planted.cookies.set('bukuri', token);
    expect(await refusal(planted(accounts.me))).toBe(NOBODY);
  }
  expect(await refusal(change(ana)), 'a repeated change, after its answer arrived, is refused').toBe(
    '403 accounts.wrongPassword',
  );
});

test('rotated token, unused for five minutes, replaces the former one', async () => {
  const { email, userId } = await member();
  const ana = await signIn(email);
  const old = tokenOf(ana);
  await change(ana);
  await pool.query("update sessions set next_at = now() - interval '301 seconds' where user_id = $1", [userId]);
  const planted = shop.guest();
  planted.cookies.set('bukuri', old);
  expect(await refusal(planted(accounts.me))).toBe(NOBODY);
  expect((await ana(accounts.me)).user.id).toBe(userId);
});

test.each(['ends it elsewhere', 'signs out'])(
  'session with a rotated token, owner %s, ends under both tokens',
  async (how) => {
    const { email } = await member();
    const ana = await signIn(email);
    const old = tokenOf(ana);
    await change(ana);
    const given = tokenOf(ana);
    ana.cookies.set('bukuri', old);
    if (how === 'signs out') await ana(accounts.logout);
    else await (await signIn(email, { password: NEW }))(sessions.endOthers);
    for (const token of [old, given]) {
      const planted = node.guest();
      planted.cookies.set('bukuri', token);
      expect(await refusal(planted(accounts.me))).toBe(NOBODY);
    }
  },
);

test('password change invalidates reset links, not verification links', async () => {
  const { email, userId } = await member();
  const other = await member();
  const expiresAt = new Date(Date.now() + 60_000);
  const link = (of: { userId: string; email: string }, purpose: 'reset' | 'verify') => ({
    userId: of.userId,
    email: of.email,
    purpose,
    expiresAt,
    hash: v7(),
  });
  await db
    .insert(tokens)
    .values([link({ userId, email }, 'reset'), link({ userId, email }, 'verify'), link(other, 'reset')]);
  await change(await signIn(email));
  const left = await db.select().from(tokens).where(isNull(tokens.usedAt));
  const ofThem = left.filter((mailed) => [userId, other.userId].includes(mailed.userId));
  expect(ofThem.map((mailed) => [mailed.userId, mailed.purpose])).toEqual([
    [userId, 'verify'],
    [other.userId, 'reset'],
  ]);
});

test('password change with a wrong current password is refused at its field', async () => {
  const { email } = await member();
  const [ana, other] = [await signIn(email), await signIn(email)];
  const answer = await ana.send({
    method: 'POST',
    url: '/api/auth/password',
    payload: { current: 'not it at all', password: NEW },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'accounts.wrongPassword']);
  expect(answer.json().details).toEqual({ fields: { current: 'wrongPassword' } });
  expect((await other(accounts.me)).user.email).toBe(email);
  expect((await (await signIn(email))(accounts.me)).user.email).toBe(email);
});

test.each([
  ['short', 'shkurt1', '400 input.invalid'],
  ['common', 'MamiDheBabi', '400 accounts.passwordCommon'],
  ['of the trade', 'Bukuri-2027', '400 accounts.passwordCommon'],
])('new password that is %s is refused', async (_what, password, expected) => {
  const { email } = await member();
  const ana = await signIn(email);
  const token = tokenOf(ana);
  expect(await refusal(change(ana, OLD, password))).toBe(expected);
  expect(tokenOf(ana)).toBe(token);
});

test('password change, account without a password or guest, is refused', async () => {
  const { email } = await member(null);
  expect(await refusal(change(await shop.as({ email })))).toBe('409 accounts.noPassword');
  expect(await refusal(change(shop.guest()))).toBe(NOBODY);
});
