/** What administrators do with messages to support. */

import { z } from 'zod';
import type { ReceivedMessage } from '#core/contract/admin/support.ts';
import { shortened } from '#core/domain/shortened.ts';
import type { Deps } from '#server/deps.ts';
import { messageAnsweredEmail } from '#server/email/account-emails.ts';
import { notify } from '#server/features/notifications/notify.ts';
import { findWriter } from '#server/features/support/support.service.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { deleteMessage, findMessage, markRead, storeReply } from './support.store.ts';

/** Characters of a reply in its notification. */
const NOTIFIED_LENGTH = 500;

interface Action {
  id: string;
  adminId: string;
}

const about = ({ id, adminId }: Action) => ({ actorId: adminId, subject: 'supportMessage', subjectId: id });

export async function readMessage({ db }: Pick<Deps, 'db'>, action: Action): Promise<ReceivedMessage> {
  await inTransaction(db, async (tx) => {
    if (!(await markRead(tx, action.id))) return;
    const detail = { before: { status: 'pending' }, after: { status: 'read' } };
    await writeAudit(tx, { ...about(action), action: 'support.read', detail });
  });
  const message = await findMessage(db, action.id);
  if (message === null) throw new AppError(404, 'support.messageNotFound');
  return message;
}

/** One answer per message, and one email per answer. Sending the same again is harmless. */
export async function replyToMessage(
  { db }: Pick<Deps, 'db'>,
  { reply, ...action }: Action & { reply: string },
): Promise<ReceivedMessage> {
  await inTransaction(db, async (tx) => {
    const writer = await findWriter(tx, action.id);
    const before = await findMessage(tx, action.id);
    if (before === null) throw new AppError(404, 'support.messageNotFound');
    if (writer === null) throw new AppError(409, 'support.noAddress');
    if (!(await storeReply(tx, { id: action.id, reply, adminId: action.adminId }))) {
      const now = await findMessage(tx, action.id);
      if (now?.adminReply === reply && now.repliedBy === action.adminId) return;
      throw new AppError(409, 'support.replied');
    }
    const detail = { before: { status: before.status, replied: false }, after: { status: 'read', replied: true } };
    await writeAudit(tx, { ...about(action), action: 'support.reply', detail });
    await enqueue(tx, supportReplied, { messageId: action.id });
    const data = { messageId: action.id, reply: shortened(reply, NOTIFIED_LENGTH) };
    if (before.userId !== null)
      await notify(tx, { userId: before.userId, kind: 'supportReplied', key: `supportReplied.${action.id}`, data });
  });
  const message = await findMessage(db, action.id);
  if (message === null) throw new AppError(404, 'support.messageNotFound');
  return message;
}

export const supportReplied = job({
  name: 'support-replied',
  queue: MAILS,
  payload: z.object({ messageId: z.uuid() }),
  run: async ({ db, mail, config: { operator } }: Deps, { messageId }) => {
    const [writer, message] = [await findWriter(db, messageId), await findMessage(db, messageId)];
    if (!writer || !message?.adminReply) return;
    const { language, adminReply: reply, message: question } = message;
    await mail.send({
      id: `support-reply.${messageId}`,
      to: writer.email,
      ...messageAnsweredEmail({ reply, question, language }, operator),
    });
  },
});

/** The audit log keeps who deleted which message, not what it said. */
export function removeMessage({ db }: Pick<Deps, 'db'>, action: Action): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (await deleteMessage(tx, action.id)) await writeAudit(tx, { ...about(action), action: 'support.delete' });
  });
}
