import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { accounts } from '#core/contract/accounts/accounts.ts';
import { adminRequests } from '#core/contract/admin/requests.ts';
import { adminUsers } from '#core/contract/admin/users.ts';
import { ApiError } from '#core/contract/call.ts';
import { dealers } from '#core/contract/dealers.ts';
import { deals } from '#db/schema/catalogue.ts';
import { dealerRequests } from '#db/schema/dealers.ts';
import { notifications } from '#db/schema/notifications.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { users } from '#db/schema/users.ts';
import { startJobs } from '#server/jobs.ts';
import { type Client, startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newUser } from '#test/shoppers.ts';
import { sendDealerEmail } from './dealers.service.ts';

const server = await startMailServer({}, afterAll);
const from = 'na-shkruani@bukuri.example';
const shop = await startShop({ config: { mail: { kind: 'smtp', url: server.url, from } } });
const { db, pool } = shop;
const worker = await startJobs(shop.deps, shop.url, [sendDealerEmail]);
afterAll(worker.close);

const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
let people = 0;
async function applicant(more: Partial<typeof users.$inferInsert> = {}) {
  const email = `biznes${++people}@example.al`;
  const id = await newUser(db, { email, username: email, emailVerifiedAt: new Date(), language: 'en', ...more });
  return { id, email, client: await shop.as({ email }) };
}
const body = { nipt: ' l12345678a ', phone: '069 201 2345' };
const apply = (client: Client, more: object = {}) => client(dealers.request, { body: { ...body, ...more } });
const decide = (id: string, status: 'approved' | 'rejected', notes?: string) =>
  admin(adminRequests.decide, { params: { id }, body: { status, notes } });
const permit = (id: string, canPostDeals: boolean) =>
  admin(adminUsers.setPermission, { params: { id }, body: { canPostDeals } });
const mayPost = async (client: Client) => (await client(accounts.me)).user.canPostDeals;
const notified = (userId: string) =>
  db
    .select({ kind: notifications.kind, data: notifications.data })
    .from(notifications)
    .where(eq(notifications.userId, userId));
const auditOf = async (subjectId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.at)).map(
    ({ action }) => action,
  );
const mailsTo = async (address: string) => {
  await expect
    .poll(
      async () =>
        (await pool.query('select from graphile_worker.jobs where task_identifier = $1', [sendDealerEmail.name]))
          .rowCount,
      { interval: 50 },
    )
    .toBe(0);
  return server.mails
    .filter(({ to }) => to.includes(address))
    .map(({ headers, text }) => [headers.get('subject'), text]);
};

test('request, stored with cleaned values, is listed for its owner and first for administrators', async () => {
  const [first, second] = [await applicant(), await applicant({ emailVerifiedAt: null })];
  const decided = await apply(first.client, { nipt: ' al-l 1234 5678–a ' });
  await decide(decided.id, 'rejected');
  const pending = await apply(second.client, { nipt: 'k 1', phone: '', email: 'Salloni@Example.al' });
  const { id: userId, email } = second;
  const stored = { userId, nipt: 'K 1', phone: null, email: 'salloni@example.al', status: 'pending', reviewedAt: null };
  expect(await second.client(dealers.mine)).toEqual([
    { ...stored, id: pending.id, notes: null, requestedAt: pending.requestedAt },
  ]);
  const [one, other] = await admin(adminRequests.list);
  const user = { username: email, email, isEmailVerified: false };
  const found = async (query: object) => (await admin(adminRequests.list, { query })).map(({ id }) => id);
  expect(await found({ q: first.email.toUpperCase() })).toEqual([decided.id]);
  expect(await found({ q: pending.id })).toEqual([pending.id]);
  expect(await found({ status: 'pending' })).toEqual([pending.id]);
  expect(one).toMatchObject({ ...stored, isNiptWellFormed: false, user, activity: { orders: 0, earlierRequests: 0 } });
  expect(other).toMatchObject({ id: decided.id, nipt: 'L12345678A', phone: '+355692012345', isNiptWellFormed: true });
  const { items, next } = await admin.page(adminRequests.list, { query: { limit: '1' } });
  expect([items, next !== null]).toMatchObject([[{ id: pending.id }], true]);
  const rest = await admin.page(adminRequests.list, { query: { limit: '1', cursor: next ?? '' } });
  expect(rest.items).toMatchObject([{ id: decided.id }]);
});

test.each([
  [{ nipt: ' ' }, 'NIPT is required', { nipt: 'niptRequired' }],
  [{ phone: '' }, 'Either phone or email is required', { phone: 'contactRequired' }],
  [{ email: 'salloni@' }, 'Invalid email format', { email: 'emailFormat' }],
  [{ nipt: undefined, phone: undefined }, /NIPT.*phone/, { nipt: 'niptRequired', phone: 'contactRequired' }],
  [{ nipt: '', phone: '', email: '' }, /NIPT.*phone/, { nipt: 'niptRequired', phone: 'contactRequired' }],
  [{ phone: '12' }, /phone/, { phone: 'invalidPhone' }],
  [{ phone: '+355 69 000' }, /phone/, { phone: 'invalidPhone' }],
])('request with %j, is refused at the field', async (wrong, message, fields) => {
  const { client } = await applicant();
  client.cookies.set('language', 'en');
  const error = await apply(client, wrong).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, details: { fields } });
  expect(error.said).toMatch(message);
  expect(await client(dealers.mine)).toEqual([]);
});

test('request of a dealer or administrator, is refused', async () => {
  expect(await refusal(apply((await applicant({ canPostDeals: true })).client))).toBe('409 dealers.mayPost');
  expect(await refusal(apply(admin))).toBe('409 dealers.mayPost');
});

test('ten requests at once, leave one pending', async () => {
  const { client } = await applicant();
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => apply(client)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await refusal(apply(client))).toBe('409 dealers.pending');
  expect(await client(dealers.mine)).toHaveLength(1);
});

test('request, approved by ten administrators at once, is decided, audited, notified and mailed once', async () => {
  const { client, email, id: userId } = await applicant();
  const { id } = await apply(client);
  const answers = await Promise.all(Array.from({ length: 10 }, () => decide(id, 'approved', 'Welcome')));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 'approved', notes: 'Welcome', reviewedBy: expect.any(String) });
  expect(await mayPost(client)).toBe(true);
  expect(await auditOf(id)).toEqual(['dealers.request', 'dealers.approve']);
  expect(await mailsTo(email)).toEqual([['You can post deals now', expect.stringContaining('Welcome')]]);
  expect(await notified(userId)).toEqual([{ kind: 'requestApproved', data: { notes: 'Welcome' } }]);
  expect(await refusal(decide(id, 'rejected'))).toBe('409 dealers.decided');
  const other = await shop.as({ email: 'tjeter@example.al', role: 'admin' });
  other.cookies.set('language', 'en');
  const error = await other(adminRequests.decide, { params: { id }, body: { status: 'approved' } }).catch((why) => why);
  expect([error.code, error.said]).toEqual([
    'dealers.decided',
    expect.stringMatching(/^admin@example\.al has already decided about this request, on \d+ [A-Z]/),
  ]);
  expect(await refusal(apply(client))).toBe('409 dealers.mayPost');
});

test('request, approved and rejected at once, has one decision and the permission that fits it', async () => {
  const { client, email } = await applicant();
  const { id } = await apply(client);
  await Promise.allSettled(Array.from({ length: 10 }, (_, index) => decide(id, index % 2 ? 'approved' : 'rejected')));
  const [request] = await client(dealers.mine);
  expect(await mayPost(client)).toBe(request?.status === 'approved');
  expect(await mailsTo(email)).toHaveLength(1);
});

test('request, rejected with notes, mails them in the language of the user and may be repeated', async () => {
  const { client, email } = await applicant({ language: 'sq' });
  const { id } = await apply(client);
  await decide(id, 'rejected', ' NIPT-i nuk gjendet ');
  expect(await client(dealers.mine)).toMatchObject([{ status: 'rejected', notes: 'NIPT-i nuk gjendet' }]);
  expect(await mailsTo(email)).toEqual([
    ['Kërkesa juaj për të publikuar oferta nuk u miratua', expect.stringContaining('NIPT-i nuk gjendet')],
  ]);
  await apply(client);
  expect(await client(dealers.mine)).toMatchObject([{ status: 'pending' }, { status: 'rejected' }]);
});

test('permission, revoked, closes the request and pauses the deals; granted again, leaves them paused', async () => {
  const { client, id, email } = await applicant();
  const { id: requestId } = await apply(client);
  await decide(requestId, 'approved');
  const dealId = await newDeal(db, { userId: id });
  const isListed = async () =>
    (await shop.app.inject('/api/deals')).json().some((deal: { id: string }) => deal.id === dealId);
  expect(await isListed()).toBe(true);
  await Promise.all(Array.from({ length: 5 }, () => permit(id, false)));
  await expect.poll(isListed).toBe(false);
  expect(await mayPost(client)).toBe(false);
  expect(await client(dealers.mine)).toMatchObject([
    { status: 'rejected', notes: 'An administrator withdrew the permission to post deals.' },
  ]);
  expect(await permit(id, true)).toMatchObject({ id, email, canPostDeals: true });
  expect(await db.select().from(deals).where(eq(deals.id, dealId))).toMatchObject([
    { isActive: false, isHidden: false },
  ]);
  expect(await auditOf(id)).toEqual(['dealers.revoke', 'dealers.grant']);
  const subjects = (await mailsTo(email)).map(([subject]) => subject);
  expect(subjects.sort()).toEqual(['You can no longer post deals', 'You can post deals now', 'You can post deals now']);
});

test('permission, granted while a request is pending, approves it', async () => {
  const { client, id, email } = await applicant();
  const { id: requestId } = await apply(client);
  await permit(id, true);
  expect(await client(dealers.mine)).toMatchObject([{ id: requestId, status: 'approved' }]);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('administrator, closed account and unknown ids, are refused', async () => {
  const other = await applicant({ role: 'admin' });
  expect(await refusal(permit(other.id, true))).toBe('409 dealers.isAdmin');
  const { id, client } = await applicant();
  const { id: requestId } = await apply(client);
  await db.update(users).set({ isActive: false }).where(eq(users.id, id));
  expect(await refusal(permit(id, true))).toBe('409 dealers.accountClosed');
  expect(await refusal(decide(requestId, 'approved'))).toBe('409 dealers.accountClosed');
  expect(await decide(requestId, 'rejected')).toMatchObject({ status: 'rejected' });
  await db.delete(dealerRequests).where(eq(dealerRequests.id, requestId));
  expect(await refusal(decide(requestId, 'rejected'))).toBe('404 dealers.requestNotFound');
  expect(await refusal(permit(requestId, true))).toBe('404 dealers.userNotFound');
});
