/** Data export and account closure, as derived from db/table-policies.ts. */
import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, Email } from '#core/contract/accounts/accounts.ts';
import { settings } from '#core/contract/accounts/settings.ts';
import { cart } from '#core/contract/cart.ts';
import { favorites } from '#core/contract/favorites.ts';
import { orders } from '#core/contract/orders.ts';
import { privacy } from '#core/contract/privacy.ts';
import { support } from '#core/contract/support.ts';
import type { users } from '#db/schema/users.ts';
import { tablePolicies } from '#db/schema.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { type Client, newSessionId, startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { startMailServer } from '#test/mail-server.ts';
import { runJobs } from '#test/mailed-links.ts';
import { mark, newPersonInEveryTable, PASSWORD, SECRETS } from '#test/person-in-every-table.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';
import { tableNames } from '#test/tables.ts';
import { waitingFor } from '#test/waiting.ts';
import { exportQueries } from './personal-data-export.ts';

const server = await startMailServer({}, afterAll);
const from = 'na-shkruani@bukuri.example';
const shop = await startShop({
  config: { rateLimitScale: 1, mail: { kind: 'smtp', url: server.url, from } },
  parts: { cards: fakePaymentProvider() },
});
const node = await shop.anotherNode();
const { db, pool } = shop;
const sessionId = newSessionId();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

let people = 0;
async function member(more: Partial<typeof users.$inferInsert> = {}) {
  const email = more.email ?? `iken${++people}@example.al`;
  const userId = await newUser(db, { email, username: email, passwordHash, ...more });
  return { userId, email, call: await shop.as({ email }), elsewhere: await node.as({ email }) };
}
const close = (call: Client, more: object = {}) => call(privacy.close, { body: { password: PASSWORD, ...more } });
const rowsOf = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
const accountOf = async (id: string) => (await rowsOf('select * from users where id = $1', [id]))[0];
const exportOf = async (call: Client) => (await call(privacy.export)).text();

/** Tables in which the text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const found = [];
  for (const table of [...tableNames, 'graphile_worker._private_jobs']) {
    const { rowCount } = await pool.query(`select from ${table} t where position($1 in t::text) > 0`, [text]);
    if (rowCount) found.push(table);
  }
  return found;
}

const policies = tablePolicies.flatMap(({ table, personalData }) =>
  personalData ? [{ name: getTableName(table), ...personalData }] : [],
);

test('export, person with a row in each table, has every part and no secret or data of others', async () => {
  const { email, userId } = await newPersonInEveryTable(db);
  const other = await newPersonInEveryTable(db);
  const call = await shop.as({ email });
  const { headers, body } = await call.send({ method: 'GET', url: '/api/user/export' });
  expect(headers['content-type']).toBe('application/json');
  expect(headers['content-disposition']).toMatch(/bukuri-\d{4}-\d\d-\d\d\.json$/);
  expect(headers['cache-control']).toBe('no-store');
  const parts: Record<string, Record<string, unknown>[]> = JSON.parse(body);
  expect(Object.keys(parts).toSorted()).toEqual(['exportedAt', ...Object.keys(exportQueries)].toSorted());
  for (const { name, part } of policies) {
    if (part === null) continue;
    const isFilled = (await rowsOf(`select from ${name} limit 1`, [])).length > 0;
    expect([name, (parts[part]?.length ?? 0) > 0]).toEqual([name, isFilled]);
    const marked = await pool.query(`select from ${name} t where position($1 in t::text) > 0`, [mark(name)]);
    if (marked.rowCount) expect(body).toContain(mark(name));
  }
  expect(parts.account?.[0]).toMatchObject({ email, hasPassword: true, canPostDeals: false });
  expect(parts.messages).toHaveLength(2);
  expect(parts.salons?.[0]?.hours).toMatchObject([{ opens: '03:33:00' }]);
  const [{ sid }] = await rowsOf('select sid from sessions where user_id = $1', [userId]);
  for (const secret of [...SECRETS, sid, other.userId, other.email]) expect(body).not.toContain(secret);
});

test('export, messages under an address: unverified are left out, those of another signed-in user are theirs alone', async () => {
  const body = { email: 'era@example.al', subject: 'S', message: 'fjala e mysafirit' };
  await shop.guest()(support.contact, { body });
  const [era, besa] = [await member({ email: 'era@example.al' }), await member()];
  expect(await exportOf(era.call)).not.toContain('fjala e mysafirit');
  await pool.query('update users set email_verified_at = now() where id = $1', [era.userId]);
  await besa.call(support.contact, { body: { ...body, message: 'fjala e besës' } });
  expect(await exportOf(era.call)).toContain('fjala e mysafirit');
  expect(await exportOf(era.call)).not.toContain('fjala e besës');
  expect(await exportOf(besa.call)).toContain('fjala e besës');
});

test('export, more rows than one batch, has them all', async () => {
  const { userId, call } = await member();
  await pool.query(
    `insert into audit_log (id, actor_id, action, subject, subject_id)
     select gen_random_uuid(), $1::uuid, 'sessions.end', 'user', $1::uuid::text from generate_series(1, 2500)`,
    [userId],
  );
  const { auditEvents } = JSON.parse(await exportOf(call));
  expect(auditEvents).toHaveLength(2500);
  expect(auditEvents.at(-1)).toMatchObject({ action: 'sessions.end', wasDoneByYou: true });
});

test('export, guest or more than ten an hour, is refused', async () => {
  expect(await refusal(shop.guest()(privacy.export))).toBe('401 access.notAuthenticated');
  const { call } = await member();
  for (let times = 0; times < 10; times++) await exportOf(call);
  expect(await refusal(call(privacy.export))).toBe('429 limit.reached');
});

/** Meanwhile no export finishes. */
async function whileExportsWait(work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect();
  await holder.query('begin; lock table closed_account_notices');
  await work().finally(() => holder.query('commit'));
  holder.release();
}

test('export, one of the account runs on any node or two run on this node, is refused with a time to retry', async () => {
  const [one, two, three] = [await member(), await member(), await member()];
  let running: Promise<string>[] = [];
  await whileExportsWait(async () => {
    running = [exportOf(one.call)];
    await expect.poll(() => waitingFor(pool)).toHaveLength(1);
    expect(await refusal(one.elsewhere(privacy.export))).toBe('429 privacy.exporting');
    expect(await refusal(one.call(privacy.export))).toBe('429 privacy.exporting');
    running.push(exportOf(two.call));
    await expect.poll(() => waitingFor(pool)).toHaveLength(2);
    const { statusCode, headers, body } = await three.call.send({ url: '/api/user/export' });
    expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([429, '5', 'privacy.exportsFull']);
  });
  expect(await Promise.all(running)).toHaveLength(2);
  for (const { call } of [one, three]) expect(await exportOf(call)).toContain('exportedAt');
});

test('closure, person with a row in each table, leaves nothing but what policies keep', async () => {
  const { userId, email, phone, address, orderId } = await newPersonInEveryTable(db);
  const call = await shop.as({ email });
  expect((await tablesWith('kanarina')).length, 'the test can tell').toBeGreaterThan(15);
  expect((await tablesWith(phone)).length).toBeGreaterThan(4);
  const others = new Set(
    await rowsOf("select id from users where display_name like 'kanarina%' and id <> $1", [userId]),
  );
  await close(call, { givesUp: true });
  for (const { name, owner, onClosure } of policies.filter(({ onClosure }) => onClosure === 'delete'))
    expect([name, onClosure, await rowsOf(`select from ${name} where ${owner.name} = $1`, [userId])]).toEqual([
      name,
      'delete',
      [],
    ]);
  // The address waits for its email, and is deleted with it.
  expect(await tablesWith(email)).toEqual(['closed_account_notices']);
  for (const contact of [phone, address]) expect([contact, await tablesWith(contact)]).toEqual([contact, []]);
  const edits = "select detail from audit_log where action = 'deals.edit' and detail ->> 'ownerId' = $1";
  expect(await rowsOf(edits, [userId])).toEqual([
    { detail: { before: { price: 1 }, after: { price: 2 }, ownerId: userId } },
  ]);
  const kept = policies.flatMap(({ name, onClosure }) => (onClosure === 'delete' ? [] : [name]));
  // Limits are counted by account for a day.
  const known = [...kept, 'salon_hours', 'rate_limits'];
  expect((await tablesWith(userId)).filter((table) => !known.includes(table))).toEqual([]);
  for (const { name, owner, onClosure } of policies) {
    for (const column of onClosure === 'delete' || owner.name === 'uploaded_by' ? [] : onClosure.emptied) {
      const filled = `select ${column.name} from ${name} where ${owner.name} = $1 and ${column.name}::text not in ('', '{}', $1::text)`;
      expect([name, await rowsOf(filled, [userId])]).toEqual([name, []]);
    }
  }
  expect(await rowsOf('select from support_messages where contact_email = $1', [email])).toEqual([]);
  expect(await rowsOf('select from media_library where uploaded_by = $1', [userId])).toEqual([]);
  expect(others.size).toBeGreaterThan(0);
  expect(await accountOf(userId)).toMatchObject({
    ...{ is_active: false, email: userId, username: userId, display_name: null, password_hash: null, role: 'user' },
    ...{ email_verified_at: null, can_post_deals: false, stripe_customer_id: null },
  });
  expect(await rowsOf('select user_id, status from orders where id = $1', [orderId])).toEqual([
    { user_id: userId, status: 'completed' },
  ]);
  expect(await rowsOf('select is_active from deals where user_id = $1', [userId])).toEqual([{ is_active: false }]);
  const closed = "select detail from audit_log where action = 'privacy.close' and subject_id = $1";
  expect(await rowsOf(closed, [userId])).toEqual([{ detail: {} }]);
  const lines = shop.log.lines.map(({ text }) => text).join('');
  expect(lines).toContain('privacy.close');
  expect(lines).not.toContain('kanarina');
});

test('closure ends sessions on every node and frees the address for an account without the former data', async () => {
  const { email, call, elsewhere } = await member();
  await elsewhere(favorites.add, { body: { dealId: await newDeal(db), sessionId } });
  await close(call);
  expect(await refusal(elsewhere(accounts.me))).toBe('401 access.notAuthenticated');
  const guest = shop.guest();
  const credentials = { username: email, password: PASSWORD };
  expect(await refusal(guest(accounts.login, { body: credentials }))).toBe('401 accounts.badCredentials');
  await guest(accounts.register, { body: { email, passwordHash: PASSWORD } });
  expect(await guest(favorites.mine)).toEqual([]);
  expect(JSON.parse(await exportOf(guest)).auditEvents).toHaveLength(1);
});

test('closed account has a placeholder address that nobody can register', async () => {
  const { userId, call } = await member();
  await close(call);
  expect(Email.safeParse(userId).success).toBe(false);
});

test('closure, wrong password or an old sign-in without a password, is refused', async () => {
  const { userId, call } = await member();
  expect(await refusal(close(call, { password: 'nuk-eshte-ky' }))).toBe('403 accounts.wrongPassword');
  expect(await refusal(close(call, { password: undefined }))).toBe('403 accounts.wrongPassword');
  expect((await accountOf(userId)).is_active).toBe(true);
  const google = await member({ passwordHash: null });
  await pool.query("update sessions set created_at = now() - interval '6 minutes' where user_id = $1", [google.userId]);
  expect(await refusal(close(google.call, { password: undefined }))).toBe('403 accounts.comeInAgain');
  await close(await shop.as({ email: google.email }), { password: undefined });
  expect((await accountOf(google.userId)).is_active).toBe(false);
});

test('closure by the last admin, also of two at once, is refused', async () => {
  // Without a password nothing is hashed, so that both meet.
  const [one, other] = [
    await member({ role: 'admin', passwordHash: null }),
    await member({ role: 'admin', passwordHash: null }),
  ];
  const answers = await Promise.all([refusal(close(one.call)), refusal(close(other.elsewhere))]);
  expect(answers.toSorted()).toEqual(['409 privacy.lastAdmin', 'Error: was not refused']);
  expect(await rowsOf("select from users where role = 'admin'")).toHaveLength(1);
});

test('closure cancels open cash orders and writes it to the audit log', async () => {
  const { userId, call } = await member();
  const orderId = await newOrder(db, { userId });
  expect(await call(privacy.closurePreview)).toMatchObject({ openOrders: 1, paidOrders: 0 });
  await close(call);
  expect(await rowsOf('select status, failed_reason from orders where id = $1', [orderId])).toEqual([
    { status: 'failed', failed_reason: 'canceled' },
  ]);
  const canceled = "select from audit_log where action = 'orders.cancel' and subject_id = $1";
  expect(await rowsOf(canceled, [orderId])).toHaveLength(1);
});

const losses: [string, (userId: string) => Promise<unknown>, object][] = [
  [
    'unused order paid by card',
    (userId) => newOrder(db, { userId, paymentMethod: 'card', status: 'completed', stripePaymentIntentId: 'pi_1' }),
    { paidOrders: 1 },
  ],
  [
    'current membership',
    (userId) =>
      pool.query(
        `insert into memberships (id, user_id, plan, posts_limit, current_period_start, current_period_end)
         values (gen_random_uuid(), $1, 'gold', -1, now() - interval '1 day', now() + interval '1 day')`,
        [userId],
      ),
    { membershipUntil: expect.stringMatching(/^\d{4}-/) },
  ],
  [
    'order that the business has to honour',
    async (userId) => {
      const buyer = await member();
      await buyer.call(cart.add, { body: { dealId: await newDeal(db, { userId }), sessionId } });
      await buyer.call(orders.cash, { body: { sessionId } });
    },
    { owedOrders: 1 },
  ],
];

test.each(losses)('closure, %s, needs an explicit confirmation', async (_what, give, closurePreview) => {
  const { userId, call } = await member({ canPostDeals: true });
  await give(userId);
  expect(await call(privacy.closurePreview)).toMatchObject({ ...closurePreview, isLastAdmin: false });
  expect(await refusal(close(call))).toBe('409 privacy.givesUp');
  await close(call, { givesUp: true });
  expect((await accountOf(userId)).is_active).toBe(false);
});

const writes: [string, (call: Client, dealId: string) => Promise<unknown>][] = [
  ['cart_items', (call, dealId) => call(cart.add, { body: { dealId, sessionId } })],
  ['favorites', (call, dealId) => call(favorites.add, { body: { dealId, sessionId } })],
  ['support_messages', (call) => call(support.send, { body: { message: 'Po iki' } })],
  ['user_settings', (call) => call(settings.save, { body: { emailNotifications: false } })],
];

test.each(writes)('insert into %s during closure is refused', async (table, write) => {
  const { userId, call, elsewhere } = await member();
  const dealId = await newDeal(db);
  // The last table that closure touches.
  const holder = await pool.connect();
  await holder.query('begin; lock media_library in share mode');
  const closing = close(call);
  await expect.poll(() => waitingFor(pool)).toHaveLength(1);
  const written = refusal(write(elsewhere, dealId));
  await expect.poll(() => waitingFor(pool)).toHaveLength(2);
  await holder.query('commit');
  holder.release();
  await closing;
  expect(await written).toBe('401 access.notAuthenticated');
  expect(await rowsOf(`select from ${table} where user_id = $1`, [userId])).toEqual([]);
});

test('closure email, server fails at first, is sent in the language of the account, and the address is deleted', async () => {
  const ana = await member({ email: 'ana@example.al', language: 'en', emailVerifiedAt: new Date() });
  const besa = await member({ email: 'besa@example.al' });
  await runJobs(shop);
  server.next.data.push(451, 421);
  for (const { call } of [ana, besa]) await close(call);
  await runJobs(shop);
  const subjectsTo = (address: string) =>
    server.mails.filter(({ to }) => to.includes(address)).map(({ headers }) => headers.get('subject'));
  expect(subjectsTo(ana.email)).toEqual(['Your account is closed']);
  expect(subjectsTo(besa.email)).toEqual(['Llogaria juaj u mbyll']);
  expect(await rowsOf('select from closed_account_notices')).toEqual([]);
});

test('closure email to an unverified mailbox is limited to one a day for its plain and one for its other names', async () => {
  for (const name of ['viktima+1', 'viktima+2', 'viktima', 'viktima'])
    await close((await member({ email: `${name}@example.al` })).call);
  await runJobs(shop);
  const told = server.mails.map(({ to }) => to[0]).filter((to) => to?.startsWith('viktima'));
  expect(told.toSorted()).toEqual(['viktima+1@example.al', 'viktima@example.al']);
  expect(await rowsOf('select from closed_account_notices')).toEqual([]);
});
