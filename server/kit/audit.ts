/** The audit log. Written in the transaction of the change; deleted only by a database function. */
import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import { auditLog } from '#db/schema/oversight.ts';
import type { Tx } from './db/db.ts';
import { onCommit } from './db/transaction.ts';
import { tally } from './metrics/tally.ts';

const countAuditEvent = tally({
  name: 'bukuri_deeds_total',
  help: 'What people did, as the audit log calls it: orders.confirmCash, accounts.register, …',
  labels: ['action'],
});

export interface AuditEvent {
  /** Null for actions of the system. */
  actorId: string | null;
  /** `noun.verb`, such as `orders.confirm`. */
  action: string;
  subject: string;
  subjectId: string;
  /** Never a password, a token or a hash. */
  detail?: Record<string, unknown>;
}

export async function writeAudit(tx: Tx, auditEvent: AuditEvent): Promise<void> {
  await tx.insert(auditLog).values(auditEvent);
  onCommit(tx, () => countAuditEvent(auditEvent.action));
}

/** Whether the event was recorded for this subject. */
export async function isDone(
  tx: Tx,
  { action, subject, subjectId }: Pick<AuditEvent, 'action' | 'subject' | 'subjectId'>,
): Promise<boolean> {
  const about = and(eq(auditLog.subject, subject), eq(auditLog.subjectId, subjectId), eq(auditLog.action, action));
  return (await tx.$count(auditLog, about)) > 0;
}

/** `detail` of a change: the values before and after it of what changed; undefined values did not. */
export function changesOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.keys(after).filter(
    (name) => after[name] !== undefined && !isDeepStrictEqual(after[name], before[name]),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
