/** Messages to support in the admin panel. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { admin as adminPanel } from '#core/contract/admin.ts';
import { support } from '#core/contract/support.ts';
import { supportMessages } from '#db/schema/conversation.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db } = shop;
const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
const anaId = await newUser(db, { email: 'ana@example.al', username: 'ana' });

async function newMessage(more: Partial<typeof supportMessages.$inferInsert> = {}): Promise<string> {
  const id = v7();
  await db.insert(supportMessages).values({ id, message: 'Ku e gjej kodin?', ...more });
  return id;
}
const eventsOf = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action }) => action);

test('messages are listed newest first with their senders, searched and filtered', async () => {
  const own = await newMessage({ userId: anaId, subject: '100% zbritje' });
  const anonymous = await newMessage({ contactEmail: 'vizitor@example.al', status: 'read', readAt: new Date() });
  expect(await admin(support.list, { query: {} })).toMatchObject([
    { id: anonymous, userId: null, user: null, contactEmail: 'vizitor@example.al', status: 'read' },
    { id: own, userId: anaId, user: { username: 'ana', email: 'ana@example.al' }, status: 'pending' },
  ]);
  const found = async (query: object) => (await admin(support.list, { query })).map(({ id }) => id);
  expect(await found({ q: 'VIZITOR' })).toEqual([anonymous]);
  expect(await found({ q: 'ana@' })).toEqual([own]);
  expect(await found({ q: '0% z' })).toEqual([own]);
  expect(await found({ q: '_' })).toEqual([]);
  expect(await found({ status: 'pending' })).toEqual([own]);
  expect(await found({ limit: '1' })).toEqual([anonymous]);
});

test('message marked as read twice changes once, with one audit event, and lowers the badge', async () => {
  const id = await newMessage();
  const { supportMessages: before } = await admin(adminPanel.pending);
  for (let turn = 0; turn < 2; turn++)
    expect(await admin(support.read, { params: { id } })).toMatchObject({ status: 'read', readAt: expect.any(String) });
  expect(await eventsOf(id)).toEqual(['support.read']);
  expect((await admin(adminPanel.pending)).supportMessages).toBe(before - 1);
});

test('message deleted twice is gone, with one audit event; reading it answers 404', async () => {
  const id = await newMessage();
  for (let turn = 0; turn < 2; turn++)
    expect(await admin(support.remove, { params: { id } })).toEqual({ success: true });
  expect(await eventsOf(id)).toEqual(['support.delete']);
  expect(await refusal(admin(support.read, { params: { id } }))).toBe('404 support.messageNotFound');
});
