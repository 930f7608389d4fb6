import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { job } from '#server/kit/jobs/job.ts';
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
