import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { job } from '#server/kit/jobs/job.ts';
import { at } from '#server/kit/kill-points.ts';
import { receiptMail } from './receipts.emails.ts';
import { findOrdered } from './receipts.store.ts';

/** One mail at a time: a mail server that is slow keeps no other job waiting. */
export const MAILS = 'mails';

/** Of an order that was taken back before it could be sent there is nothing to tell. */
export const ordersReceipt = job({
  name: 'orders-receipt',
  queue: MAILS,
  payload: z.object({ orderId: z.uuid() }),
  run: async ({ db, mail, config: { publicUrl: origin, operator } }: Deps, { orderId }) => {
    const ordered = await findOrdered(db, orderId);
    if (!ordered || ordered.order.status === 'failed') return;
    await mail.send({ id: `receipt.${orderId}`, to: ordered.email, ...receiptMail(ordered, { origin, operator }) });
    at('mail taken');
  },
});
