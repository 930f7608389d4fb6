/** The append-only record of who did what. Written in the transaction of the deed itself. */
import { auditLog } from '#db/schema.ts';
import type { Tx } from '#server/deps.ts';

export interface Deed {
  /** Null when the shop itself acted. */
  actorId: string | null;
  /** `noun.verb`, such as `orders.confirm`. */
  action: string;
  subject: string;
  subjectId: string;
  /** Facts worth keeping; never a password, a token or a hash. */
  detail?: Record<string, unknown>;
}

export async function writeAudit(tx: Tx, deed: Deed): Promise<void> {
  await tx.insert(auditLog).values(deed);
}
