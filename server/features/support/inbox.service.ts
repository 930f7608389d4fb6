/** What administrators do with messages to support. */
import type { ReceivedMessage } from '#core/contract/support.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { deleteMessage, findMessage, markRead } from './inbox.store.ts';

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

/** The audit log keeps who deleted which message, not what it said. */
export function removeMessage({ db }: Pick<Deps, 'db'>, action: Action): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (await deleteMessage(tx, action.id)) await writeAudit(tx, { ...about(action), action: 'support.delete' });
  });
}
