/** What the bank of a card asks back: payment and order are marked, and who runs the shop hears of it. */
import { sql } from 'drizzle-orm';
import { markDisputed } from '#server/features/orders/orders.store.ts';
import { findAdminIds } from '#server/features/people/people.store.ts';
import type { ProviderDispute } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsDisputed, paymentsTellDispute } from './disputes.jobs.ts';
import { lockPayment, type Payment, setDisputes } from './payments.store.ts';

/** Marks an order whose payment the bank of the card asked back. It may be used again when all of that was won. */
export async function noteDisputes(
  tx: Tx,
  { payment: { id: paymentId }, orderId, disputes }: { payment: Payment; orderId: string; disputes: ProviderDispute[] },
): Promise<void> {
  const known = (await lockPayment(tx, paymentId))?.disputes ?? {};
  // Whoever asked the provider before one was closed may be later than who asked afterwards.
  const news = disputes.filter(({ id, state }) => (state === 'open' ? known[id] === undefined : known[id] !== state));
  if (news.length === 0) return;
  const states = { ...known, ...Object.fromEntries(news.map(({ id, state }) => [id, state])) };
  const all = Object.values(states);
  const standing = worst.find((state) => all.includes(state)) ?? 'won';
  await setDisputes(tx, paymentId, { disputes: states, disputeStatus: standing });
  await markDisputed(tx, orderId, standing !== 'won');
  for (const dispute of news) await noteNews(tx, { paymentId, orderId, dispute });
}

/** One that is open can still be answered, whatever was lost before. */
const worst = ['open', 'lost'] as const;

async function noteNews(
  tx: Tx,
  { paymentId, orderId, dispute }: { paymentId: string; orderId: string; dispute: ProviderDispute },
): Promise<void> {
  const told = await wasTold(tx, { orderId, dispute });
  if (dispute.state === 'open') await enqueue(tx, paymentsDisputed, { paymentId });
  if (!told) await tellAdmins(tx, { paymentId, dispute });
  await writeAudit(tx, {
    actorId: null,
    action: 'payments.dispute',
    subject: 'order',
    subjectId: orderId,
    detail: { dispute: dispute.id, state: dispute.state },
  });
}

/** A job for each, so that a mail that fails is not sent again to all the others. */
async function tellAdmins(
  tx: Tx,
  { paymentId, dispute }: { paymentId: string; dispute: ProviderDispute },
): Promise<void> {
  const { id, state } = dispute;
  for (const adminId of await findAdminIds(tx)) {
    await enqueue(tx, paymentsTellDispute, { paymentId, dispute: id, state, adminId });
  }
}

async function wasTold(
  tx: Tx,
  { orderId, dispute: { id, state } }: { orderId: string; dispute: ProviderDispute },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from audit_log where subject = 'order' and subject_id = ${orderId} and action = 'payments.dispute'
      and detail ->> 'dispute' = ${id} and detail ->> 'state' = ${state} limit 1`);
  return rows.length > 0;
}
