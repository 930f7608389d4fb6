/** Emails to the owner about changes of how the account is secured. */

import { v7 } from 'uuid';
import { z } from 'zod';
import { type Provider, providers } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { type SecurityChange, securityChangeEmail, securityChanges } from '#server/email/account-emails.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { mayEmailUser, peopleLimits } from './mailbox.ts';
import { findReader } from './users.store.ts';

export const sendSecurityChangeEmail = job({
  name: 'users-send-security-change',
  queue: MAILS,
  payload: z.object({
    userId: z.uuid(),
    changeId: z.uuid(),
    change: z.enum(securityChanges),
    provider: z.enum(providers).nullable(),
  }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { userId, changeId, change, provider }) => {
    const reader = await findReader(db, userId);
    if (!reader) return;
    const said = securityChangeEmail({ change, provider, language: reader.language }, { origin, operator });
    await mail.send({ id: `change.${changeId}`, to: reader.email, ...said });
  },
});

/** Emails the owner, limited for unverified addresses. */
export async function notifyOwner(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { userId, change, provider = null }: { userId: string; change: SecurityChange; provider?: Provider | null },
): Promise<void> {
  if (await mayEmailUser(tx, parts, { userId, limit: 'securityMails' }))
    await enqueue(tx, sendSecurityChangeEmail, { userId, changeId: v7(), change, provider });
}

export const feature = { limits: peopleLimits, jobs: [sendSecurityChangeEmail] };
