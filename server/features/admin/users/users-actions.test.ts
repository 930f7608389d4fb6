/** What administrators do with accounts. */
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { adminUsers } from '#core/contract/admin/users.ts';
import { ApiError } from '#core/contract/call.ts';
import { orders as orderCalls } from '#core/contract/orders.ts';
import { deals } from '#db/schema/catalogue.ts';
import { dealerRequests } from '#db/schema/dealers.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { users as accountRows } from '#db/schema/users.ts';
import { accountsMailReset } from '#server/features/accounts/accounts.jobs.ts';
import { hashPassword } from '#server/features/accounts/passwords.ts';
import { ordersReceipt } from '#server/features/orders/receipts.jobs.ts';
import { startJobs } from '#server/jobs.ts';
import { startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';
import { usersMailAccountStatus } from './users.service.ts';

const server = await startMailServer({}, afterAll);
const from = 'na-shkruani@bukuri.example';
const shop = await startShop({ config: { mail: { kind: 'smtp', url: server.url, from } } });
const node = await shop.anotherNode();
const { db } = shop;
const worker = await startJobs(shop.deps, shop.url, [usersMailAccountStatus, accountsMailReset, ordersReceipt]);
afterAll(worker.close);

const PASSWORD = 'një gotë me ujë';
const passwordHash = await hashPassword(PASSWORD);
const adminId = await newUser(db, { email: 'admin@example.al', username: 'admin', role: 'admin', passwordHash });
const admin = await shop.as({ email: 'admin@example.al' });
let people = 0;
async function person(more: Partial<typeof accountRows.$inferInsert> = {}) {
  const email = `njeri${++people}@example.al`;
  const account = { email, username: email, emailVerifiedAt: new Date(), language: 'en' as const, passwordHash };
  const id = await newUser(db, { ...account, ...more });
  return { id, email, params: { id }, client: await shop.as({ email }) };
}
const eventsOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.at)).map(({ action }) => action);
/** Once as many have come. */
const subjectsTo = async (address: string, count: number) => {
  const subjects = () =>
    server.mails.filter(({ to }) => to.includes(address)).map(({ headers }) => headers.get('subject'));
  await expect.poll(() => subjects().length, { interval: 50 }).toBe(count);
  return subjects();
};
const isActive = async (id: string) => (await db.select().from(deals).where(eq(deals.id, id)))[0]?.isActive;
const signIn = (email: string, password = PASSWORD) => {
  const guest = shop.guest();
  guest.cookies.set('language', 'en');
  return guest(accounts.login, { body: { username: email, password } });
};

test('suspension ends sessions, pauses deals and is told at sign-in; reinstating resumes those deals alone', async () => {
  const { id, email, params, client } = await person({ canPostDeals: true });
  const [shown, paused] = [await newDeal(db, { userId: id }), await newDeal(db, { userId: id, isActive: false })];
  const body = { reason: 'Foto të vjedhura' };
  for (let turn = 0; turn < 2; turn++) await admin(adminUsers.suspend, { params, body });
  const second = await node.as({ email: 'tjeter@example.al', role: 'admin' });
  expect(await refusal(second(adminUsers.suspend, { params, body }))).toBe('409 users.suspended');
  expect(await refusal(client(accounts.me))).toBe('401 access.notAuthenticated');
  expect(await isActive(shown)).toBe(false);
  const error = await signIn(email).catch((why) => why);
  expect(error).toBeInstanceOf(ApiError);
  expect([error.status, error.said]).toEqual([403, 'This account is suspended. Reason: Foto të vjedhura']);
  expect(await refusal(signIn(email, 'nuk-eshte-ky'))).toBe('401 accounts.badCredentials');
  expect(await admin(adminUsers.list, { query: { q: email } })).toMatchObject([
    { isActive: false, suspension: { reason: body.reason } },
  ]);
  expect(await subjectsTo(email, 1)).toEqual(['Your account was suspended']);
  for (let turn = 0; turn < 2; turn++) await admin(adminUsers.reinstate, { params });
  expect(await subjectsTo(email, 2)).toContain('Your account is active again');
  expect([await isActive(shown), await isActive(paused)]).toEqual([true, false]);
  expect(await signIn(email)).toMatchObject({ user: { id } });
  expect(await eventsOf(id)).toEqual(['users.suspend', 'users.reinstate']);
});

test('suspended dealer who lost the permission meanwhile gets no deals back; administrators are not suspended', async () => {
  const { id, params } = await person({ canPostDeals: true });
  const deal = await newDeal(db, { userId: id });
  await admin(adminUsers.suspend, { params, body: { reason: 'x' } });
  await db.update(accountRows).set({ canPostDeals: false }).where(eq(accountRows.id, id));
  await admin(adminUsers.reinstate, { params });
  expect(await isActive(deal)).toBe(false);
  const own = { params: { id: adminId }, body: { reason: 'x' } };
  expect(await refusal(admin(adminUsers.suspend, own))).toBe('409 users.isAdmin');
  const closed = await person({ isActive: false });
  expect(await refusal(admin(adminUsers.suspend, { ...own, params: closed.params }))).toBe('404 users.notFound');
});

test('sessions are ended on every node, and a reset link is mailed', async () => {
  const { id, email, params, client } = await person();
  const elsewhere = await node.as({ email });
  await admin(adminUsers.endSessions, { params });
  for (const each of [client, elsewhere]) expect(await refusal(each(accounts.me))).toBe('401 access.notAuthenticated');
  await admin(adminUsers.sendResetLink, { params });
  expect(await subjectsTo(email, 1)).toHaveLength(1);
  expect(await eventsOf(id)).toEqual(['users.endSessions', 'users.sendResetLink']);
});

test('phone and NIPT are shown from the latest request, and each look is recorded', async () => {
  const { id, params } = await person();
  expect(await admin(adminUsers.showBusiness, { params })).toBeNull();
  await db.insert(dealerRequests).values({ userId: id, nipt: 'L12345678A', phone: '+355692012345' });
  expect(await admin(adminUsers.showBusiness, { params })).toEqual({
    nipt: 'L12345678A',
    phone: '+355692012345',
    email: null,
  });
  expect(await eventsOf(id)).toEqual(['users.viewBusiness', 'users.viewBusiness']);
});

test('administrator role needs the password and a verified address, and the last administrator keeps it', async () => {
  const { id, params, client, email } = await person();
  const change = (who: typeof admin, to: { id: string }, role: 'user' | 'admin', password?: string) =>
    who(adminUsers.changeRole, { params: to, body: { role, ...(password && { password }) } });
  expect(await refusal(change(admin, params, 'admin', 'nuk-eshte-ky'))).toBe('403 accounts.wrongPassword');
  expect(await refusal(change(admin, params, 'admin'))).toBe('403 accounts.wrongPassword');
  const unverified = await person({ emailVerifiedAt: null });
  expect(await refusal(change(admin, unverified.params, 'admin', PASSWORD))).toBe('409 users.notVerified');
  await change(admin, params, 'admin', PASSWORD);
  expect((await client(accounts.me)).user.role).toBe('admin');
  const ofAdmin = await newDeal(db, { userId: id });
  await db.update(accountRows).set({ role: 'user' }).where(eq(accountRows.email, 'tjeter@example.al'));
  // Each takes the role from the other at once: one of them stays.
  const outcomes = await Promise.allSettled([
    change(admin, params, 'user', PASSWORD),
    change(client, { id: adminId }, 'user', PASSWORD),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const left = await db.select().from(accountRows).where(eq(accountRows.role, 'admin'));
  expect(left).toHaveLength(1);
  const [last] = left;
  const lastClient = last?.email === email ? client : admin;
  expect(await refusal(change(lastClient, { id: last?.id ?? '' }, 'user', PASSWORD))).toBe('409 users.lastAdmin');
  expect(await eventsOf(id)).toContain('users.changeRole');
  expect(await isActive(ofAdmin), 'paused with the role').toBe(last?.email === email);
  await db.update(accountRows).set({ role: 'admin' }).where(eq(accountRows.id, adminId));
});

test('receipt is mailed again; an order that was given back has none', async () => {
  const { id: userId, email, client } = await person();
  const id = await newOrder(db, { userId });
  for (let turn = 0; turn < 2; turn++) await admin(orderCalls.sendReceipt, { params: { id } });
  expect(await subjectsTo(email, 2)).toHaveLength(2);
  expect(await eventsOf(id)).toEqual(['orders.sendReceipt', 'orders.sendReceipt']);
  await client(orderCalls.cancel, { params: { id } });
  expect(await refusal(admin(orderCalls.sendReceipt, { params: { id } }))).toBe('409 orders.noReceipt');
});
