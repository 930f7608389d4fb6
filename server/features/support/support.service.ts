/** Messages to support. */

import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { OwnMessage } from '#core/contract/support.ts';
import { type Language, languages } from '#core/i18n/language.ts';
import { supportMessages } from '#db/schema/conversation.ts';
import { orders } from '#db/schema/shopping.ts';
import type { Deps } from '#server/deps.ts';
import { messageReceivedEmail } from '#server/email/account-emails.ts';
import { mayEmailAddress, mayEmailUser } from '#server/features/users/mailbox.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { claimOnce } from '#server/kit/limits/limits.ts';
import type { Reading } from '#server/kit/metrics/tally.ts';

interface Sending extends NewMessage {
  /** Limits and keys it counts against. */
  counted: readonly { name: string; key: string }[];
}

/** Stores a message and confirms it by email. A repetition, as after a lost response, is ignored. */
export function receiveMessage(
  parts: Pick<Deps, 'db' | 'limiter' | 'actors'>,
  { counted, language, ...message }: Sending,
): Promise<void> {
  const { db, limiter, actors } = parts;
  const { userId, contactEmail, subject, orderId } = message;
  const print = actors.fingerprintOf(userId ?? '', contactEmail ?? '', subject ?? '', message.message, orderId ?? '');
  return inTransaction(db, async (tx) => {
    if (orderId !== null && !(await tx.$count(orders, and(eq(orders.id, orderId), eq(orders.userId, userId ?? '')))))
      throw new AppError(404, 'orders.notFound');
    if (!(await claimOnce(tx, { name: 'supportText', print }))) return;
    for (const attempt of counted) await limiter.attemptIn(tx, attempt);
    const messageId = await addMessage(tx, { ...message, language });
    if (await mayAnswer(tx, parts, message)) await enqueue(tx, supportReceived, { messageId, language });
  });
}

/** Limited for unverified addresses, which may be somebody else's. */
async function mayAnswer(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { userId, contactEmail }: Pick<NewMessage, 'userId' | 'contactEmail'>,
): Promise<boolean> {
  const limit = 'supportMails';
  if (contactEmail !== null) return mayEmailAddress(tx, parts, { email: contactEmail, limit });
  return userId === null || mayEmailUser(tx, parts, { userId, limit });
}

export interface NewMessage {
  /** Null of a guest. */
  userId: string | null;
  /** Address for the answer, if not that of the account. */
  contactEmail: string | null;
  /** An order of the user. */
  orderId: string | null;
  subject: string | null;
  message: string;
  /** Of the page. */
  language: Language;
}

export async function addMessage(tx: Tx, message: NewMessage): Promise<string> {
  const [row] = await tx.insert(supportMessages).values(message).returning({ id: supportMessages.id });
  if (!row) throw new Error('a message was not written');
  return row.id;
}

const OWN_LIMIT = 50;

export async function listOwnMessages(db: Db, userId: string): Promise<OwnMessage[]> {
  const { rows } = await db.execute<{ json: OwnMessage }>(sql`
    select jsonb_build_object('id', m.id, 'subject', m.subject, 'message', m.message, 'createdAt', m.created_at,
      'adminReply', m.admin_reply, 'repliedAt', m.replied_at, 'orderId', m.order_id) as json
    from support_messages m where m.user_id = ${userId} order by m.created_at desc, m.id desc limit ${OWN_LIMIT}`);
  return rows.map(({ json }) => json);
}

/** Sender's address and language; null if the account is closed. */
export async function findWriter(db: Db, id: string): Promise<{ email: string; language: Language | null } | null> {
  const { rows } = await db.execute<{ email: string; language: Language | null }>(sql`
    select coalesce(m.contact_email, u.email) as email, u.language from support_messages m
    left join users u on u.id = m.user_id
      and (u.is_active or exists (select from account_suspensions s where s.user_id = u.id))
    where m.id = ${id} and coalesce(m.contact_email, u.email) is not null`);
  return rows[0] ?? null;
}

export function unreadMessagesMetric({ db }: { db: Db }): Reading {
  return {
    name: 'bukuri_support_waiting',
    help: 'How many messages to the shop nobody has read yet.',
    read: () => db.$count(supportMessages, eq(supportMessages.status, 'pending')),
  };
}

/** `language`: of the page, used for guests. */
export const supportReceived = job({
  name: 'support-received',
  queue: MAILS,
  payload: z.object({ messageId: z.uuid(), language: z.enum(languages) }),
  run: async ({ db, mail, config: { operator } }: Deps, { messageId, language }) => {
    const writer = await findWriter(db, messageId);
    if (!writer) return;
    const said = messageReceivedEmail(writer.language ?? language, operator);
    await mail.send({ id: `support.${messageId}`, to: writer.email, ...said });
  },
});
