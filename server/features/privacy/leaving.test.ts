/** Closing an account: what goes, what stays, who may, and what happens meanwhile. */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { accounts, Email } from '#core/contract/accounts.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { orders } from '#core/contract/orders.ts';
import { privacy } from '#core/contract/privacy.ts';
import { settings } from '#core/contract/settings.ts';
import { support } from '#core/contract/support.ts';
import { users } from '#db/schema/people.ts';
import { hashPassword } from '#server/kit/passwords.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newSecondFactor } from '#test/second-factors.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';
import { tableNames } from '#test/tables.ts';
import { waitingFor } from '#test/waiting.ts';
import { mark, newWholePerson, PASSWORD } from '#test/whole-person.ts';

const shop = await startShop();
const node = await shop.anotherNode();
const { db, pool } = shop;
const password = PASSWORD;
const sessionId = newSessionId();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

let people = 0;
async function member(more: Partial<typeof users.$inferInsert> = {}) {
  const email = `iken${++people}@example.al`;
  const userId = await newUser(db, { email, username: email, passwordHash, ...more });
  return { userId, email, call: await shop.as({ email }), elsewhere: await node.as({ email }) };
}
const close = (call: Client, more: object = {}) => call(privacy.close, { body: { password, ...more } });
const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];

/** Who leaves, stopped before the last table that is forgotten. */
async function heldAtItsEnd(leave: () => Promise<unknown>) {
  const holder = await pool.connect();
  await holder.query('begin; lock media_library in share mode');
  const left = leave();
  await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  return {
    async letGo() {
      await holder.query('commit');
      holder.release();
      await left;
    },
  };
}

/** Tables in which that stands. */
async function where(text: string): Promise<string[]> {
  const found = [];
  for (const table of [...tableNames, 'graphile_worker._private_jobs']) {
    const { rowCount } = await pool.query(`select from ${table} t where position($1 in t::text) > 0`, [text]);
    if (rowCount) found.push(table);
  }
  return found;
}

test('nothing that names a person is left anywhere, and the books are whole', async () => {
  const { userId, email, orderId } = await newWholePerson(db);
  const call = await shop.as({ email });
  expect((await where('kanarina')).length, 'the test can tell').toBeGreaterThan(15);
  await close(call, { givesUp: true });
  // The address waits for its mail, and goes with it.
  expect(await where(email)).toEqual(['farewells']);
  await pool.query('delete from farewells');
  const books = ['deals', 'salons', 'salon_hours', 'memberships', 'orders', 'order_items', 'payments', 'refunds'];
  const left = await where('kanarina');
  expect(left.filter((table) => ![...books, 'audit_log'].includes(table))).toEqual([]);
  // Also where it refers to nothing, as in a text; counts are of a day.
  const known = [...books, 'users', 'audit_log', 'rate_limits'];
  expect((await where(userId)).filter((table) => !known.includes(table))).toEqual([]);
  for (const table of ['users', 'support_messages', 'devices', 'identities', 'tokens', 'favorites', 'cart_items'])
    expect(await where(mark(table)), table).toEqual([]);
  const holding = ['sessions', 'user_settings', 'second_factors', 'recovery_codes', 'carts', 'cart_additions'];
  for (const table of holding) {
    const { rowCount } = await pool.query(`select from ${table} where user_id = $1`, [userId]);
    expect([table, rowCount]).toEqual([table, 0]);
  }
  expect(await rowOf(userId)).toMatchObject({
    isActive: false,
    passwordHash: null,
    role: 'user',
    emailVerifiedAt: null,
  });
  const { rows } = await pool.query('select user_id, status from orders where id = $1', [orderId]);
  expect(rows).toEqual([{ user_id: userId, status: 'completed' }]);
  const deals = await pool.query('select is_active from deals where user_id = $1', [userId]);
  expect(deals.rows).toEqual([{ is_active: false }]);
  const audit = await pool.query("select detail from audit_log where action = 'privacy.close' and subject_id = $1", [
    userId,
  ]);
  expect(audit.rows).toEqual([{ detail: {} }]);
  const lines = shop.log.lines.map(({ text }) => text).join('');
  expect(lines).toContain('privacy.close');
  expect(lines).not.toContain('kanarina');
});

test('it is final on every node, the address is free again, and who takes it finds nothing of before', async () => {
  const { email, call, elsewhere } = await member();
  await elsewhere(favorites.add, { body: { dealId: await newDeal(db), sessionId } });
  await close(call);
  expect(await refusal(elsewhere(accounts.me))).toBe('401 access.notAuthenticated');
  const guest = shop.guest();
  const signIn = () => guest(accounts.login, { body: { username: email, password } });
  expect(await refusal(signIn())).toBe('401 accounts.badCredentials');
  await guest(accounts.register, { body: { email, passwordHash: password } });
  expect(await guest(favorites.mine)).toEqual([]);
  const held = JSON.parse(await (await guest(privacy.export)).text());
  expect(held.auditEvents).toHaveLength(1);
});

test('nobody keeps an account open by a name like that of who left, and of two who leave each has another', async () => {
  const [one, other] = [await member(), await member()];
  for (const name of [`${one.userId}@closed.invalid`, `${one.userId}@closed.al`])
    await newUser(db, { email: name, username: name });
  for (const { call } of [one, other]) await close(call);
  for (const { userId } of [one, other])
    expect(await rowOf(userId)).toMatchObject({ isActive: false, email: userId, username: userId });
  expect(Email.safeParse(one.userId).success).toBe(false);
});

test('only the owner may: by the password, or without one by having come in just now', async () => {
  const { userId, call } = await member();
  expect(await refusal(close(call, { password: 'nuk-eshte-ky' }))).toBe('403 accounts.wrongPassword');
  expect(await refusal(close(call, { password: undefined }))).toBe('403 accounts.wrongPassword');
  expect((await rowOf(userId))?.isActive).toBe(true);
  const google = await member({ passwordHash: null });
  await pool.query("update sessions set created_at = now() - interval '6 minutes' where user_id = $1", [google.userId]);
  expect(await refusal(close(google.call, { password: undefined }))).toBe('403 accounts.comeInAgain');
  await close(await shop.as({ email: google.email }), { password: undefined });
  expect((await rowOf(google.userId))?.isActive).toBe(false);
});

test('the last administrator stays, also of two who leave at once', async () => {
  // Without a password nothing is hashed, and they meet.
  const admin = () => member({ role: 'admin', passwordHash: null });
  let one = await admin();
  for (let round = 0; round < 8; round++) {
    const other = await admin();
    const answers = await Promise.all([refusal(close(one.call)), refusal(close(other.elsewhere))]);
    expect(answers.toSorted()).toEqual(['409 privacy.lastAdmin', 'Error: was not refused']);
    expect(await db.$count(users, eq(users.role, 'admin'))).toBe(1);
    if (answers[1]?.startsWith('409')) one = other;
  }
});

test('open orders in cash are canceled, and that is written down', async () => {
  const { userId, call } = await member();
  const orderId = await newOrder(db, { userId });
  expect(await call(privacy.standing)).toMatchObject({ openOrders: 1, paidOrders: 0 });
  await close(call);
  const { rows } = await pool.query('select status, failed_reason from orders where id = $1', [orderId]);
  expect(rows).toEqual([{ status: 'failed', failed_reason: 'canceled' }]);
  const auditEvents = await pool.query("select from audit_log where action = 'orders.cancel' and subject_id = $1", [
    orderId,
  ]);
  expect(auditEvents.rowCount).toBe(1);
});

const losses: [string, (userId: string) => Promise<unknown>, object][] = [
  [
    'an order paid by card that was not used',
    (userId) => newOrder(db, { userId, paymentMethod: 'card', status: 'completed', stripePaymentIntentId: 'pi_1' }),
    { paidOrders: 1 },
  ],
  [
    'a membership that runs',
    (userId) =>
      pool.query(
        `insert into memberships (id, user_id, plan, posts_limit, current_period_start, current_period_end)
         values (gen_random_uuid(), $1, 'gold', -1, now() - interval '1 day', now() + interval '1 day')`,
        [userId],
      ),
    { membershipUntil: expect.stringMatching(/^\d{4}-/) },
  ],
];

test.each(losses)('%s is told before, and given up knowingly', async (_what, give, standing) => {
  const { userId, call } = await member();
  await give(userId);
  expect(await call(privacy.standing)).toMatchObject({ ...standing, isLastAdmin: false });
  expect(await refusal(close(call))).toBe('409 privacy.givesUp');
  await close(call, { givesUp: true });
  expect((await rowOf(userId))?.isActive).toBe(false);
});

test('what a business has sold and not yet done is told before', async () => {
  const dealer = await member({ canPostDeals: true });
  const dealId = await newDeal(db, { userId: dealer.userId });
  const buyer = await member();
  await buyer.call(cart.add, { body: { dealId, sessionId } });
  await buyer.call(orders.cash, { body: { sessionId } });
  expect(await dealer.call(privacy.standing)).toMatchObject({ owedOrders: 1 });
  expect(await refusal(close(dealer.call))).toBe('409 privacy.givesUp');
  await close(dealer.call, { givesUp: true });
  expect(await buyer.call(orders.mine)).toMatchObject([{ status: 'pending' }]);
});

test('whatever is done at the same moment on another node, nothing of it is left, and no order is open', async () => {
  for (let round = 0; round < 8; round++) {
    const { userId, email, call, elsewhere } = await member();
    const dealId = await newDeal(db);
    await call(cart.add, { body: { dealId, sessionId } });
    const acts = [
      () => elsewhere(orders.cash, { body: { sessionId } }),
      () => elsewhere(cart.add, { body: { dealId, sessionId, key: crypto.randomUUID() } }),
      () => elsewhere(favorites.add, { body: { dealId, sessionId } }),
      () => elsewhere(support.send, { body: { message: 'Po iki' } }),
      () => elsewhere(settings.save, { body: { emailNotifications: false } }),
      () => shop.guest()(accounts.login, { body: { username: email, password } }),
      () => close(call),
    ];
    const codes = await Promise.all(acts.map((act) => refusal(act())));
    expect(codes.filter((code) => code.startsWith('5') && !code.startsWith('503'))).toEqual([]);
    if ((await rowOf(userId))?.isActive) await close(await shop.as({ email }));
    for (const table of [
      'cart_items',
      'favorites',
      'support_messages',
      'cart_additions',
      'user_settings',
      'sessions',
    ]) {
      const { rowCount } = await pool.query(`select from ${table} where user_id = $1`, [userId]);
      expect([table, rowCount]).toEqual([table, 0]);
    }
    const open = await pool.query("select from orders where user_id = $1 and status = 'pending'", [userId]);
    expect(open.rowCount).toBe(0);
  }
});

const writes: [string, (call: Client, dealId: string) => Promise<unknown>][] = [
  ['cart_items', (call, dealId) => call(cart.add, { body: { dealId, sessionId } })],
  ['favorites', (call, dealId) => call(favorites.add, { body: { dealId, sessionId } })],
  ['support_messages', (call) => call(support.send, { body: { message: 'Po iki' } })],
  ['user_settings', (call) => call(settings.save, { body: { emailNotifications: false } })],
];

test.each(writes)('%s that are written while the account is being closed find it closed', async (table, write) => {
  const { userId, call, elsewhere } = await member();
  const closer = await heldAtItsEnd(() => close(call));
  const written = refusal(write(elsewhere, await newDeal(db)));
  await expect.poll(() => waitingFor(pool)).toHaveLength(2);
  await closer.letGo();
  expect(await written).toBe('401 access.notAuthenticated');
  const { rowCount } = await pool.query(`select from ${table} where user_id = $1`, [userId]);
  expect(rowCount).toBe(0);
});

test('whoever began to ask for codes as the account was closed leaves no secret behind', async () => {
  const { userId, call } = await member();
  await close(call);
  const begun = newSecondFactor(db, { userId }).catch((error) => error.cause.message);
  expect(await begun).toBe('the account is closed');
});
