/** Messages to support in the admin panel. */

import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { adminOverview } from '#core/contract/admin/overview.ts';
import { adminSupport } from '#core/contract/admin/support.ts';
import { support } from '#core/contract/support.ts';
import { supportMessages } from '#db/schema/conversation.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { startJobs } from '#server/jobs.ts';
import { startShop } from '#test/client.ts';
import { startMailServer } from '#test/mail-server.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';
import { supportReplied } from './support.service.ts';

const server = await startMailServer({}, afterAll);
const from = 'na-shkruani@bukuri.example';
const shop = await startShop({ config: { mail: { kind: 'smtp', url: server.url, from } } });
const { db, pool } = shop;
const worker = await startJobs(shop.deps, shop.url, [supportReplied]);
afterAll(worker.close);
const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
const anaId = await newUser(db, { email: 'ana@example.al', username: 'ana' });

async function newMessage(more: Partial<typeof supportMessages.$inferInsert> = {}): Promise<string> {
  const id = v7();
  await db.insert(supportMessages).values({ id, message: 'Ku e gjej kodin?', ...more });
  return id;
}
const mailsTo = async (address: string) => {
  const isIdle = async () =>
    (await pool.query("select from graphile_worker.jobs where task_identifier = 'support-replied'")).rowCount;
  await expect.poll(isIdle, { interval: 50 }).toBe(0);
  return server.mails.filter(({ to }) => to.includes(address));
};
const eventsOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action }) => action);

test('messages are listed newest first with their senders, searched and filtered', async () => {
  const own = await newMessage({ userId: anaId, subject: '100% zbritje', message: 'Çmimi është i gabuar' });
  const anonymous = await newMessage({ contactEmail: 'vizitor@example.al', status: 'read', readAt: new Date() });
  expect(await admin(adminSupport.list, { query: {} })).toMatchObject([
    { id: anonymous, userId: null, user: null, contactEmail: 'vizitor@example.al', status: 'read' },
    {
      id: own,
      userId: anaId,
      user: { username: 'ana', email: 'ana@example.al' },
      writer: { role: 'client', orders: 0, since: expect.any(String) },
      status: 'pending',
    },
  ]);
  const found = async (query: object) => (await admin(adminSupport.list, { query })).map(({ id }) => id);
  expect(await found({ q: 'VIZITOR' })).toEqual([anonymous]);
  expect(await found({ q: 'ana@' })).toEqual([own]);
  expect(await found({ q: '0% z' })).toEqual([own]);
  expect(await found({ q: '_' })).toEqual([]);
  for (const q of ['cmimi eshte', 'ËSHTË I', 'e\u0308shte\u0308\u200b  i\t']) expect(await found({ q })).toEqual([own]);
  const [message] = await admin(adminSupport.list, { query: { q: 'ana@' } });
  expect(await found({ q: message?.id })).toEqual([own]);
  expect(await found({ status: 'pending' })).toEqual([own]);
  expect(await found({ limit: '1' })).toEqual([anonymous]);
});

test('message marked as read twice changes once, with one audit event, and lowers the badge', async () => {
  const id = await newMessage();
  const { supportMessages: before } = await admin(adminOverview.pending);
  for (let turn = 0; turn < 2; turn++)
    expect(await admin(adminSupport.read, { params: { id } })).toMatchObject({
      status: 'read',
      readAt: expect.any(String),
    });
  expect(await eventsOf(id)).toEqual(['support.read']);
  expect((await admin(adminOverview.pending)).supportMessages).toBe(before - 1);
});

test('message deleted twice is gone, with one audit event; reading it answers 404', async () => {
  const id = await newMessage();
  for (let turn = 0; turn < 2; turn++)
    expect(await admin(adminSupport.remove, { params: { id } })).toEqual({ success: true });
  expect(await eventsOf(id)).toEqual(['support.delete']);
  expect(await refusal(admin(adminSupport.read, { params: { id } }))).toBe('404 support.messageNotFound');
});

test('reply is mailed once in the language of the sender, and another administrator is refused', async () => {
  const id = await newMessage({ contactEmail: 'guest@example.al', language: 'en', message: 'Where is\nmy code?' });
  const reply = (client: typeof admin, text: string) =>
    client(adminSupport.reply, { params: { id }, body: { reply: text } });
  const answered = { status: 'read', adminReply: 'On your profile.', repliedBy: expect.any(String), language: 'en' };
  for (let turn = 0; turn < 2; turn++) expect(await reply(admin, ' On your profile. ')).toMatchObject(answered);
  const other = await shop.as({ email: 'tjeter@example.al', role: 'admin' });
  expect(await refusal(reply(other, 'On your profile.'))).toBe('409 support.replied');
  expect(await refusal(reply(admin, ' '))).toBe('400 input.invalid');
  expect(await eventsOf(id)).toEqual(['support.reply']);
  const [mail, ...more] = await mailsTo('guest@example.al');
  expect(more).toEqual([]);
  expect(mail?.headers.get('subject')).toBe('Answer to your message');
  expect(mail?.text).toMatch(/On your profile\.(.|\n)*my code\?/);
});

test('reply to an account is in its language, whatever page the message came from', async () => {
  const userId = await newUser(db, { email: 'drita@example.al', username: 'drita', language: 'sq' });
  const id = await newMessage({ userId, language: 'en' });
  await admin(adminSupport.reply, { params: { id }, body: { reply: 'Te profili.' } });
  const [mail] = await mailsTo('drita@example.al');
  expect(mail?.headers.get('subject')).toBe('Përgjigje për mesazhin tuaj');
  const { rows } = await shop.pool.query('select kind, data from notifications where user_id = $1', [userId]);
  expect(rows).toEqual([{ kind: 'supportReplied', data: { messageId: id, reply: 'Te profili.' } }]);
  const nobody = await newMessage();
  expect(await refusal(admin(adminSupport.reply, { params: { id: nobody }, body: { reply: 'Po' } }))).toBe(
    '409 support.noAddress',
  );
});

test('long reply with an emoji at the cut is stored, and notified up to it', async () => {
  const userId = await newUser(db);
  const id = await newMessage({ userId });
  const start = 'a'.repeat(499);
  expect(await admin(adminSupport.reply, { params: { id }, body: { reply: `${start}😀 fund` } })).toMatchObject({
    adminReply: `${start}😀 fund`,
  });
  const { rows } = await shop.pool.query('select data from notifications where user_id = $1', [userId]);
  expect(rows).toEqual([{ data: { messageId: id, reply: start } }]);
});

test('message of a guest keeps the language of the page', async () => {
  const guest = shop.guest();
  guest.cookies.set('language', 'en');
  await guest(support.contact, { body: { email: 'nora@example.al', subject: 'Code', message: 'Where is it?' } });
  expect(await admin(adminSupport.list, { query: { q: 'nora@' } })).toMatchObject([{ language: 'en' }]);
});
