/** Who may post deals: requests, decisions of administrators, and the emails about them. */

import { z } from 'zod';
import type { OwnDealerRequest } from '#core/contract/dealers.ts';
import { isAllowed } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { dealerEmail, dealerNews } from '#server/email/dealer-emails.ts';
import { findReader, lockUser } from '#server/features/users/users.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { addRequest, findNotes } from './dealers.store.ts';

export const sendDealerEmail = job({
  name: 'dealers-send-news',
  queue: MAILS,
  payload: z.object({
    messageId: z.uuid(),
    userId: z.uuid(),
    news: z.enum(dealerNews),
    requestId: z.uuid().nullable(),
  }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { messageId, userId, news, requestId }) => {
    const reader = await findReader(db, userId);
    if (!reader) return;
    const notes = requestId && news !== 'revoked' ? await findNotes(db, { requestId, status: news }) : null;
    const said = dealerEmail({ news, notes, language: reader.language }, { origin, operator });
    await mail.send({ id: `dealer.${messageId}`, to: reader.email, ...said });
  },
});

interface Application {
  userId: string;
  nipt: string;
  phone: string | null;
  email: string | null;
}

export function requestPosting({ db }: Pick<Deps, 'db'>, application: Application): Promise<OwnDealerRequest> {
  return inTransaction(db, async (tx) => {
    const { userId } = application;
    // A request and a grant at the same time: one waits for the other.
    const account = await lockUser(tx, userId);
    if (!account?.isActive) throw new AppError(401, 'access.notAuthenticated');
    if (isAllowed(account.user, 'dealer')) throw new AppError(409, 'dealers.mayPost');
    const request = await addRequest(tx, application);
    if (request === null) throw new AppError(409, 'dealers.pending');
    await writeAudit(tx, {
      actorId: userId,
      action: 'dealers.request',
      subject: 'dealerRequest',
      subjectId: request.id,
    });
    return request;
  });
}
