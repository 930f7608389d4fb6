import { v7 } from 'uuid';
import type { Provider } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import type { Change } from './changes.emails.ts';
import { peopleTellChange } from './changes.jobs.ts';
import { mayWriteTo } from './mailbox.ts';

/** Tells the owner; whoever has an account with the address of somebody else does not fill their mailbox. */
export async function tellOwner(
  tx: Tx,
  parts: Pick<Deps, 'limiter' | 'actors'>,
  { userId, change, provider = null }: { userId: string; change: Change; provider?: Provider | null },
): Promise<void> {
  if (await mayWriteTo(tx, parts, { userId, limit: 'securityMails' }))
    await enqueue(tx, peopleTellChange, { userId, changeId: v7(), change, provider });
}
