/** What was paid and belongs to no order: kept until it was given back, and shown to an operator. */
import { sql } from 'drizzle-orm';
import type { ProviderName, ProviderPayment } from '#server/gateways/payments/provider.ts';
import { isDone, writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsDoubted } from './doubts.jobs.ts';

/** As the audit log calls a payment that was paid but is not what was asked for … */
export const MISMATCH = 'payments.mismatch';
/** … one for an attempt that is not here, as after a backup was restored, or that has another payment … */
export const UNKNOWN = 'payments.unknown';
/** … and one of these that was given back whole. */
export const RETURNED = 'payments.returned';

/** An order that was paid when a deal of it was no longer on sale. */
export const WITHDRAWN = 'payments.withdrawn';

/** An order that was paid when the account of its buyer was closed. */
export const CLOSED = 'payments.accountClosed';

/** What names no attempt at all was not asked for by a shop. */
export async function noteUnknown(db: Db, said: ProviderPayment): Promise<null> {
  const { id, attemptId, received, currency } = said;
  if (said.state !== 'paid' || attemptId === null) return null;
  const about = { action: UNKNOWN, subject: 'payment', subjectId: id };
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${id}`}, 0))`);
    if (!(await isDone(tx, about))) {
      await writeAudit(tx, { actorId: null, ...about, detail: { intent: id, attempt: attemptId, received, currency } });
      await enqueue(tx, paymentsDoubted, { about: id, why: 'unknown' });
    }
    await noteReturned(tx, said);
  });
  return null;
}

export async function noteReturned(tx: Tx, { id, received, refunds }: ProviderPayment): Promise<void> {
  const back = refunds.reduce((sum, { amount, state }) => (state === 'succeeded' ? sum + amount : sum), 0);
  const about = { action: RETURNED, subject: 'payment', subjectId: id };
  if (back < received || (await isDone(tx, about))) return;
  await writeAudit(tx, { actorId: null, ...about, detail: { cents: back } });
}

/** Of these payments, which were paid, those of which there is neither an order here nor word that they were given back. */
export async function findUnrecorded(
  db: Db,
  { provider, ids }: { provider: ProviderName; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select said.id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) said(id)
    where not exists (select from payments p
        where p.provider_payment_id = said.id and p.provider = ${provider} and p.order_id is not null)
      and not exists (select from audit_log
        where subject = 'payment' and subject_id = said.id and action = ${RETURNED})`);
  return rows.map(({ id }) => id);
}
