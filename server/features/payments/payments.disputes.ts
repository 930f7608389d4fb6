/** What the bank of a card asks back: payment and order are marked, and who runs the shop hears of it. */
import { sql } from 'drizzle-orm';
import { markDisputed } from '#server/features/orders/orders.store.ts';
import { findAdminIds } from '#server/features/people/people.store.ts';
import type { ProviderPayment } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsDisputed, paymentsTellDispute } from './disputes.jobs.ts';
import { type Payment, setDispute } from './payments.store.ts';

type Dispute = NonNullable<ProviderPayment['dispute']>;

/** Marks an order whose payment the bank of the card asked back. One that was won may be used again. */
export async function noteDispute(
  tx: Tx,
  { payment, orderId, dispute }: { payment: Payment; orderId: string; dispute: Dispute },
): Promise<void> {
  const told = await statesTold(tx, { orderId, dispute });
  // Whoever asked the provider before it was closed may be later than who asked afterwards.
  if (dispute.state === 'open' && told.some((state) => state !== 'open')) return;
  if (!(await setDispute(tx, payment.id, dispute.state))) return;
  await markDisputed(tx, orderId, dispute.state !== 'won');
  if (dispute.state === 'open') await enqueue(tx, paymentsDisputed, { paymentId: payment.id });
  if (!told.includes(dispute.state)) await tellAdmins(tx, { paymentId: payment.id, dispute });
  await writeAudit(tx, {
    actorId: null,
    action: 'payments.dispute',
    subject: 'order',
    subjectId: orderId,
    detail: { dispute: dispute.id, state: dispute.state },
  });
}

/** A job for each, so that a mail that fails is not sent again to all the others. */
async function tellAdmins(tx: Tx, { paymentId, dispute }: { paymentId: string; dispute: Dispute }): Promise<void> {
  const { id, state } = dispute;
  for (const adminId of await findAdminIds(tx)) {
    await enqueue(tx, paymentsTellDispute, { paymentId, dispute: id, state, adminId });
  }
}

async function statesTold(
  tx: Tx,
  { orderId, dispute }: { orderId: string; dispute: Dispute },
): Promise<Dispute['state'][]> {
  const { rows } = await tx.execute<{ state: Dispute['state'] }>(sql`
    select distinct detail ->> 'state' as state from audit_log
    where subject = 'order' and subject_id = ${orderId} and action = 'payments.dispute'
      and detail ->> 'dispute' = ${dispute.id}`);
  return rows.map(({ state }) => state);
}
