import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts.ts';
import { favorites } from '#core/contract/favorites.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { users } from '#db/schema/people.ts';
import { sessions } from '#db/schema/sign-in.ts';
import { seedDemo } from '#server/seed.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { ensureAdmin } from './first-admin.ts';

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

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.code}`,
  );

test('who registers is signed in, as a plain user whatever role was sent', async () => {
  const visitor = shop.guest();
  const user = await registered(visitor);
  expect(user).toMatchObject({ role: 'user', canPostDeals: false, username: user.email });
  expect(await visitor(accounts.me)).toEqual({ user });
  const auditEvents = await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id));
  expect(auditEvents.map((auditEvent) => auditEvent.action)).toEqual(['accounts.register']);
});

test('who registers stays signed in for thirty days where they say so, and else until the browser closes', async () => {
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

test('who registers is written to in the language they read', async () => {
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

test('the e-mail is kept in lower case and can be taken once only', async () => {
  const email = newEmail();
  const user = await registered(shop.guest(), ` ${email.toUpperCase()} `);
  expect(user.email).toBe(email);
  expect(await refusal(registered(shop.guest(), email))).toBe('409 accounts.emailTaken');
});

test('fifty people who want one e-mail at once: one gets it', async () => {
  const email = newEmail();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusal(registered(shop.guest(), email))));
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1);
  expect(await shop.db.$count(users, eq(users.email, email))).toBe(1);
});

test.each([
  ['a short password', { passwordHash: 'shkurt1' }, '400 accounts.passwordShort'],
  ['a common password', { passwordHash: 'MamiDheBabi' }, '400 accounts.passwordCommon'],
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
])('registration refuses %s', async (_what, part, expected) => {
  const body = { email: newEmail(), passwordHash: PASSWORD, ...part };
  expect(await refusal(shop.guest()(accounts.register, { body }))).toBe(expected);
});

test.each([
  ['a short password', { passwordHash: 'shkurt1' }, { passwordHash: 'passwordShort' }],
  ['a common password', { passwordHash: 'password123' }, { passwordHash: 'passwordCommon' }],
  ['no e-mail address', { email: 'besa' }, { email: 'invalidEmail' }],
  ['another username', { username: 'somebody@example.com' }, { username: 'invalid' }],
])('a refusal of %s names the field', async (_what, part, fields) => {
  const body = { email: newEmail(), passwordHash: PASSWORD, ...part };
  const answer = await shop.guest().send(post('/api/auth/register', body));
  expect(answer.json().details).toEqual({ fields });
});

test('an e-mail that has an account is named too', async () => {
  const { email } = await registered(shop.guest());
  const answer = await shop.guest().send(post('/api/auth/register', { email, passwordHash: PASSWORD }));
  expect(answer.json().details).toEqual({ fields: { email: 'emailTaken' } });
});

test('one text answers a wrong password, an unknown e-mail and a disabled account', async () => {
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

test('signing in sets a cookie that scripts cannot read and a hint that they can, for thirty days when remembered', async () => {
  const { email } = await registered(shop.guest());
  const short = await shop.guest().send(post('/api/auth/login', { username: email, password: PASSWORD }));
  expect(short.headers['set-cookie']).toEqual([
    expect.stringMatching(/^bukuri=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly$/),
    'signedIn=1; Path=/; SameSite=Lax',
    expect.stringMatching(/^bukuri-browser=[\w-]{22}\.[\w-]{32}; Max-Age=15552000; Path=\/; SameSite=Lax; HttpOnly$/),
  ]);
  const long = await shop
    .guest()
    .send(post('/api/auth/login', { username: email.toUpperCase(), password: PASSWORD, rememberMe: true }));
  expect(long.headers['set-cookie']).toEqual([
    expect.stringContaining('Max-Age=2592000'),
    expect.stringContaining('Max-Age=2592000'),
    expect.stringContaining('bukuri-browser='),
  ]);
  expect(long.headers['cache-control']).toBe('no-store');
});

test('a new sign-in gives a new token and ends the session the browser had', async () => {
  const browser = shop.guest();
  const { email } = await registered(browser);
  const old = browser.cookies.get('bukuri');
  await browser(accounts.login, { body: { username: email, password: PASSWORD } });
  expect(browser.cookies.get('bukuri')).not.toBe(old);
  const before = await shop.app.inject({ url: '/api/auth/me', headers: { cookie: `bukuri=${old}` } });
  expect(before.statusCode).toBe(401);
});

test('a right that is taken away or an account that is closed counts from the next request', async () => {
  const browser = shop.guest();
  const user = await registered(browser);
  await shop.db.update(users).set({ canPostDeals: true }).where(eq(users.id, user.id));
  expect((await browser(accounts.me)).user.canPostDeals).toBe(true);
  await shop.db.update(users).set({ isActive: false }).where(eq(users.id, user.id));
  expect(await refusal(browser(accounts.me))).toBe('401 access.notAuthenticated');
});

test('signing out answers 200 to everybody, and the old cookie is dead on every node', async () => {
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

test('no session comes back after signing out while requests of two nodes are under way', async () => {
  const nodes = [shop, await shop.anotherNode()];
  for (let round = 0; round < 25; round++) {
    const browser = await shop.as({ email: `final${round}@example.com` });
    const headers = { cookie: `bukuri=${browser.cookies.get('bukuri')}` };
    const reads = Array.from({ length: 8 }, (_, i) => nodes[i % 2]?.app.inject({ url: '/api/auth/me', headers }));
    await Promise.all([...reads, shop.app.inject({ method: 'POST', url: '/api/auth/logout', headers })]);
    for (const node of nodes) {
      expect((await node.app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(401);
    }
  }
});

test('a session ends by the clock, remembered or not', async () => {
  const browser = shop.guest();
  const user = await registered(browser);
  await shop.db
    .update(sessions)
    .set({ expire: new Date(Date.now() - 1000) })
    .where(eq(sessions.userId, user.id));
  expect(await refusal(browser(accounts.me))).toBe('401 access.notAuthenticated');
});

test('a session lasts twelve hours, or thirty days when remembered', async () => {
  const { email, id } = await registered(shop.guest());
  await shop.db.delete(sessions);
  await shop.guest()(accounts.login, { body: { username: email, password: PASSWORD } });
  await shop.guest()(accounts.login, { body: { username: email, password: PASSWORD, rememberMe: true } });
  const kept = await shop.db.select().from(sessions).where(eq(sessions.userId, id)).orderBy(sessions.expire);
  const hours = kept.map(({ expire, createdAt }) => Math.round((expire.getTime() - createdAt.getTime()) / 3_600_000));
  expect(hours).toEqual([12, 30 * 24]);
});

test('who asks for a role when registering leaves a trace', async () => {
  const before = shop.log.lines.length;
  await registered(shop.guest());
  const lines = shop.log.lines.slice(before).map((line) => line.text);
  expect(lines).toContainEqual(expect.stringContaining('accounts.roleAsked'));
});

test('the table of sessions holds no token and the log no password', async () => {
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

test('an administrator who signs in is written down', async () => {
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

test('what a guest saved is found after registering and after signing in', async () => {
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

test('a session label that is no session label is ignored', async () => {
  const headers = { 'x-session-id': `session_'; drop table users` };
  const body = { email: newEmail(), passwordHash: PASSWORD };
  const answer = await shop.guest().send({ ...post('/api/auth/register', body), headers: { ...json, ...headers } });
  expect(answer.statusCode).toBe(200);
  expect(newSessionId()).toMatch(/^session_\d+_[0-9a-f]{32}$/);
});

const json = { 'content-type': 'application/json' };

function post(url: string, body: unknown) {
  return { method: 'POST' as const, url, headers: json, payload: JSON.stringify(body) };
}
