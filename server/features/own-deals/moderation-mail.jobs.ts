/** Emails to dealers about decisions of administrators on their deals. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { z } from 'zod';
import { deals } from '#db/schema/catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { moderationEmail, moderationNews } from '#server/email/own-deal-emails.ts';
import { mayEmailUser } from '#server/features/users/mailbox.ts';
import { findReader } from '#server/features/users/users.store.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';

export type MailParts = Pick<Deps, 'limiter' | 'actors'>;

const Payload = z.object({
  messageId: z.uuid(),
  userId: z.uuid(),
  dealId: z.uuid(),
  news: z.enum(moderationNews),
});

export const ownDealsMailModerated = job({
  name: 'own-deals-mail-moderated',
  queue: MAILS,
  payload: Payload,
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { messageId, userId, dealId, news }) => {
    const reader = await findReader(db, userId);
    const [deal] = await db
      .select({ title: deals.title, reason: deals.moderationReason })
      .from(deals)
      .where(eq(deals.id, dealId));
    if (!reader || !deal) return;
    const email = moderationEmail({ ...deal, news, language: reader.language }, { origin, operator });
    await mail.send({ id: `moderation.${messageId}`, to: reader.email, ...email });
  },
});

/** Enqueues the email; `userId` is null for a deal without an owner. */
export async function mailModerated(
  tx: Tx,
  parts: MailParts,
  { userId, ...about }: { userId: string | null; dealId: string; news: z.infer<typeof Payload>['news'] },
): Promise<void> {
  if (userId !== null && (await mayEmailUser(tx, parts, { userId, limit: 'dealerMails' })))
    await enqueue(tx, ownDealsMailModerated, { messageId: v7(), userId, ...about });
}
