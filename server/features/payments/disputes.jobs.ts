import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { disputeEmail } from '#server/email/dispute-emails.ts';
import { findAdmin } from '#server/features/people/people.store.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { findPayment } from './payments.store.ts';

/** A bank waits for days alone before it decides against whoever says nothing: the operator is to hear of it. */
export const paymentsDisputed = job({
  name: 'payments-disputed',
  payload: z.object({ paymentId: z.uuid() }),
  run: async ({ db, log }: Deps, { paymentId }) => {
    const payment = await findPayment(db, paymentId);
    if (payment?.disputeStatus !== 'open') return;
    const { providerPaymentId: intent, orderId, chargedAmount: cents } = payment;
    log.error({ intent, orderId, cents }, 'a bank asks back what a card paid: answer it at the provider');
  },
});

/** Writes to one administrator where a dispute stands. Where it stands elsewhere meanwhile, another mail says so. */
export const paymentsTellDispute = job({
  name: 'payments-tell-dispute',
  queue: MAILS,
  payload: z.object({
    paymentId: z.uuid(),
    dispute: z.string(),
    state: z.enum(['open', 'won', 'lost']),
    adminId: z.uuid(),
  }),
  run: async ({ db, cards, mail, config: { operator } }: Deps, { paymentId, dispute, state, adminId }) => {
    const [payment, admin] = [await findPayment(db, paymentId), await findAdmin(db, adminId)];
    if (!admin || payment?.disputes[dispute] !== state) return;
    const provider = cards?.name === payment.provider && cards.isLive === payment.isLive ? cards : null;
    const said = disputeEmail({ payment, state, language: admin.language }, { operator, provider });
    await mail.send({ id: `dispute.${dispute}.${state}.${adminId}`, to: admin.email, ...said });
  },
});
