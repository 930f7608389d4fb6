import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { favorites } from '#core/contract/favorites.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { sessions } from '#db/schema/sign-in.ts';
import { users } from '#db/schema/users.ts';
import { ana } from '#db/world.ts';
import { seedDemo } from '#server/seed.ts';
import { type Client, newSessionId, type Shop, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { statementsOf } from '#test/statements.ts';
import { ensureAdmin } from './first-admin.ts';
import { hashPassword } from './passwords.ts';

const shop = await startShop();
const PASSWORD = 'një gotë me ujë';
let count = 0;
const newEmail = () => `person${++count}@example.com`;

async function registered(client: Client, email = newEmail()) {
  const { user } = await client(accounts.register, {
    body: { email, username: email, passwordHash: PASSWORD, role: 'admin' },
  });
  return user;
}

test('registration, role asked for, makes a plain user who is signed in', async () => {
  const visitor = shop.guest();
  const user = await registered(visitor);
  expect(user).toMatchObject({ role: 'user', canPostDeals: false, username: user.email });
  expect(await visitor(accounts.me)).toEqual({ user });
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
  expect(auditEvents.map((auditEvent) => auditEvent.action)).toEqual(['accounts.register']);
});

test('registration session lasts 30 days if remembered, else until the browser closes', async () => {
  const untilOf = async (rememberMe?: boolean) => {
    const body = { email: newEmail(), passwordHash: 'një gotë me ujë', rememberMe };
    const { headers } = await shop.guest().send({ method: 'POST', url: '/api/auth/register', payload: body });
    return [headers['set-cookie']].flat().filter((cookie) => /^(bukuri|signedIn)=.*Max-Age/.test(cookie ?? ''));
  };
  for (const said of [undefined, false]) expect(await untilOf(said)).toEqual([]);
  const kept = await untilOf(true);
  expect(kept).toHaveLength(2);
  for (const cookie of kept) expect(cookie).toContain(`Max-Age=${30 * 86_400}`);
});

test('registration stores the language of the pages', async () => {
  const languageOf = async (visitor: Client, browser = '') => {
    const body = { email: newEmail(), passwordHash: 'nje-fjalekalim' };
    const headers = { 'accept-language': browser };
    const answer = await visitor.send({ method: 'POST', url: '/api/auth/register', payload: body, headers });
    const { id } = answer.json().user;
    const [row] = await shop.db.select({ language: users.language }).from(users).where(eq(users.id, id));
    return row?.language;
  };
  const reader = shop.guest();
  reader.cookies.set('language', 'en');
  const asPagesAre = await languageOf(shop.guest(), 'en-US,en;q=0.9');
  expect([await languageOf(reader), await languageOf(shop.guest()), asPagesAre]).toEqual(['en', 'sq', 'sq']);
});

test('email address is stored in lower case and unique', async () => {
  const email = newEmail();
  const user = await registered(shop.guest(), ` ${email.toUpperCase()} `);
  expect(user.email).toBe(email);
  expect(await refusal(registered(shop.guest(), email))).toBe('409 accounts.emailTaken');
});

test.each([
  ['a short password', { passwordHash: 'shkurt1' }, '400 accounts.passwordShort'],
  [
    'a password short without separate accents',
    { passwordHash: 'gëtësë'.normalize('NFD') },
    '400 accounts.passwordShort',
  ],
  ['a common password', { passwordHash: 'MamiDheBabi' }, '400 accounts.passwordCommon'],
  ['a common password in wide letters', { passwordHash: 'ｐａｓｓｗｏｒｄ１２３' }, '400 accounts.passwordCommon'],
  ['a run of digits', { passwordHash: '23456789' }, '400 accounts.passwordCommon'],
  [
    'the e-mail as password',
    { email: 'vetja@example.com', passwordHash: 'vetja@example.com' },
    '400 accounts.passwordCommon',
  ],
  ['no e-mail address', { email: 'besa' }, '400 accounts.emailInvalid'],
  ['look-alike letters', { email: 'bеsa@example.com' }, '400 accounts.emailInvalid'],
  ['another username', { username: 'somebody@example.com' }, '400 accounts.usernameDiffers'],
  ['a password of a kilobyte and more', { passwordHash: 'x'.repeat(1025) }, '400 input.invalid'],
])('registration, %s, is refused', async (_what, part, expected) => {
  const body = { email: newEmail(), passwordHash: PASSWORD, ...part };
  expect(await refusal(shop.guest()(accounts.register, { body }))).toBe(expected);
});

test.each([
  [{ passwordHash: 'password123' }, { passwordHash: 'passwordCommon' }],
  [{ email: 'besa' }, { email: 'invalidEmail' }],
  [{ username: 'somebody@example.com' }, { username: 'invalid' }],
])('registration refused for %o names the field', async (part, fields) => {
  const body = { email: newEmail(), passwordHash: PASSWORD, ...part };
  const answer = await shop.guest().send(post('/api/auth/register', body));
  expect(answer.json().details).toEqual({ fields });
});

test('sign-in, wrong password, unknown email or closed account, is refused with the same answer', async () => {
  const { email } = await registered(shop.guest());
  const disabled = await registered(shop.guest());
  await shop.db.update(users).set({ isActive: false }).where(eq(users.id, disabled.id));
  const bodies = [
    { username: email, password: 'not it at all' },
    { username: newEmail(), password: PASSWORD },
    { username: disabled.email, password: PASSWORD },
    { username: 'not an e-mail', password: PASSWORD },
  ];
  const answers = await Promise.all(bodies.map((body) => shop.guest().send(post('/api/auth/login', body))));
  expect(answers.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401]);
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
});

test('sign-in sets an HttpOnly session cookie and a readable hint, for 30 days if remembered', async () => {
  const { email } = await registered(shop.guest());
  const short = await shop.guest().send(post('/api/auth/login', { username: email, password: PASSWORD }));
  expect(short.headers['set-cookie']).toEqual([
    expect.stringMatching(/^bukuri=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/),
    'signedIn=1; Path=/; SameSite=Lax',
    'hasSignedIn=1; Max-Age=31536000; Path=/; SameSite=Lax',
    expect.stringMatching(/^bukuri-browser=[\w-]{22}\.[\w-]{32}; Max-Age=15552000; Path=\/; SameSite=Lax; HttpOnly$/),
  ]);
  const long = await shop
    .guest()
    .send(post('/api/auth/login', { username: email.toUpperCase(), password: PASSWORD, rememberMe: true }));
  expect(long.headers['set-cookie']).toEqual([
    expect.stringContaining('Max-Age=2592000'),
    expect.stringContaining('Max-Age=2592000'),
    expect.stringContaining('hasSignedIn='),
    expect.stringContaining('bukuri-browser='),
  ]);
  expect(long.headers['cache-control']).toBe('no-store');
});

test('sign-in again rotates the token and ends the former session', async () => {
  const browser = shop.guest();
  const { email } = await registered(browser);
  const old = browser.cookies.get('bukuri');
  await browser(accounts.login, { body: { username: email, password: PASSWORD } });
  expect(browser.cookies.get('bukuri')).not.toBe(old);
  const before = await shop.app.inject({ url: '/api/auth/me', headers: { cookie: `bukuri=${old}` } });
  expect(before.statusCode).toBe(401);
});

test('changed rights and closed accounts take effect on the next request', async () => {
  const browser = shop.guest();
  const user = await registered(browser);
  await shop.db.update(users).set({ canPostDeals: true }).where(eq(users.id, user.id));
  expect((await browser(accounts.me)).user.canPostDeals).toBe(true);
  await shop.db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
  expect(await refusal(browser(accounts.me))).toBe('401 access.notAuthenticated');
});

test('sign-out answers 200 to everybody and ends the session on every node', async () => {
  const elsewhere = await shop.anotherNode();
  const browser = shop.guest();
  await registered(browser);
  const cookie = `bukuri=${browser.cookies.get('bukuri')}`;
  const meElsewhere = () => elsewhere.app.inject({ url: '/api/auth/me', headers: { cookie } });
  expect((await meElsewhere()).statusCode).toBe(200);
  const slow = Promise.all(Array.from({ length: 40 }, meElsewhere));
  expect(await browser(accounts.logout)).toEqual({ success: true });
  await slow;
  expect((await meElsewhere()).statusCode).toBe(401);
  expect(await shop.guest()(accounts.logout)).toEqual({ success: true });
});

test('session lasts 12 hours, or 30 days if remembered', async () => {
  const { email, id } = await registered(shop.guest());
  await shop.db.delete(sessions);
  await shop.guest()(accounts.login, { body: { username: email, password: PASSWORD } });
  await shop.guest()(accounts.login, { body: { username: email, password: PASSWORD, rememberMe: true } });
  const kept = await shop.db.select().from(sessions).where(eq(sessions.userId, id)).orderBy(sessions.expire);
  const hours = kept.map(({ expire, createdAt }) => Math.round((expire.getTime() - createdAt.getTime()) / 3_600_000));
  expect(hours).toEqual([12, 30 * 24]);
});

test('sessions table and log hold no token and no password', async () => {
  const browser = shop.guest();
  const user = await registered(browser);
  await refusal(browser(accounts.login, { body: { username: user.email, password: 'a-canary-password' } }));
  const token = browser.cookies.get('bukuri') ?? '';
  const kept = JSON.stringify([
    await shop.db.select().from(sessions),
    await shop.db.select().from(auditLog),
    shop.log.lines,
  ]);
  for (const secret of [token, PASSWORD, 'a-canary-password']) expect(kept).not.toContain(secret);
});

test('admin sign-in is written to the audit log', async () => {
  const admin = { email: 'arta.admin@example.com', password: PASSWORD };
  await ensureAdmin(shop.db, admin);
  const { user } = await shop.guest()(accounts.login, { body: { username: admin.email, password: PASSWORD } });
  expect(user.role).toBe('admin');
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
  expect(auditEvents.map((auditEvent) => auditEvent.action).sort()).toEqual([
    'accounts.adminSignIn',
    'accounts.ensureAdmin',
  ]);
});

test('guest favorites join the account on registration and on sign-in', async () => {
  await seedDemo(shop.db);
  const [first = '', second = ''] = demoDeals(new Date()).map(({ id }) => id);
  const sessionId = newSessionId();
  const browser = shop.guest();
  const save = (dealId: string) => browser(favorites.add, { body: { dealId, sessionId } });
  const saved = async () =>
    (await browser(favorites.list, { params: { sessionId } })).map(({ dealId }) => dealId).sort();
  browser.cookies.set('sessionId', sessionId);
  await save(first);
  const { email } = await registered(browser);
  expect(await saved()).toEqual([first]);
  await browser(accounts.logout);
  await save(second);
  await browser(accounts.login, { body: { username: email, password: PASSWORD } });
  expect(await saved()).toEqual([first, second].sort());
});

test('terms, accepted or not asked for, are stored with their version or not at all', async () => {
  const acceptedBy = async (acceptsTerms?: boolean) => {
    const body = { email: newEmail(), passwordHash: PASSWORD, acceptsTerms };
    const { user } = await shop.guest()(accounts.register, { body });
    const [row] = await shop.db.select().from(users).where(eq(users.id, user.id));
    return [row?.termsVersion, row?.termsAcceptedAt];
  };
  expect(await acceptedBy(true)).toEqual(['2025-01-14', expect.any(Date)]);
  expect(await acceptedBy()).toEqual([null, null]);
});

test('demo account with its published password opens on a local shop only', async () => {
  const reachable = await startShop({ config: { publicUrl: 'https://bukuri.al', isPublicUrlLocal: false } });
  const signInAt = async ({ db, guest }: Shop) => {
    await seedDemo(db);
    return refusal(guest()(accounts.login, { body: { username: ana.email, password: ana.password } }));
  };
  expect(await signInAt(reachable)).toBe('401 accounts.badCredentials');
  expect(await signInAt(shop)).not.toContain('401');
});

test('sign-in, account exists or not, sends the same statements to the database', async () => {
  const { email } = await registered(shop.guest());
  const statements = (username: string) =>
    statementsOf(shop.pool, () => refusal(shop.guest()(accounts.login, { body: { username, password: 'not it' } })));
  // Statements of background work may come between.
  await expect
    .poll(async () => isDeepStrictEqual(await statements(email), await statements('nobody.else@example.com')))
    .toBe(true);
});

test.each([
  ['closed', { isActive: false }],
  ['given another password', { passwordHash: await hashPassword('një gotë pa ujë') }],
])('sign-in, account is %s meanwhile, is refused', async (_name, change) => {
  const { email, id } = await registered(shop.guest());
  const { limiter } = shop.deps;
  const { tryAccount } = limiter;
  limiter.tryAccount = async (name, isRight) => {
    await shop.db.update(users).set(change).where(eq(users.id, id));
    return tryAccount.call(limiter, name, isRight);
  };
  const answer = await refusal(shop.guest()(accounts.login, { body: { username: email, password: PASSWORD } }));
  limiter.tryAccount = tryAccount;
  expect(answer).toBe('401 accounts.badCredentials');
});

test('session of a closed account, restored from a backup, opens nothing', async () => {
  const browser = shop.guest();
  const { id } = await registered(browser);
  const [kept] = await shop.db.select().from(sessions).where(eq(sessions.userId, id));
  await shop.db.update(users).set({ isActive: false }).where(eq(users.id, id));
  if (kept) await shop.db.insert(sessions).values(kept);
  expect(await refusal(browser(accounts.me))).toBe('401 access.notAuthenticated');
});

const json = { 'content-type': 'application/json' };

function post(url: string, body: unknown) {
  return { method: 'POST' as const, url, headers: json, payload: JSON.stringify(body) };
}
