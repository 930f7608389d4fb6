import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { receiptEmail, refundEmail } from '#server/email/order-emails.ts';
import { withVoucherUrls } from '#server/features/vouchers/voucher-urls.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { job } from '#server/kit/jobs/job.ts';
import { MAILS } from '#server/kit/jobs/queues.ts';
import { notifyOfRefund } from './orders.notifications.ts';
import { findOrdered } from './orders.store.ts';

/** Of an order that was taken back before it could be sent there is nothing to tell; what was given back whole has a mail of its own. */
export const ordersReceipt = job({
  name: 'orders-receipt',
  queue: MAILS,
  /** `again`: of an email beside the first one. */
  payload: z.object({ orderId: z.uuid(), again: z.uuid().optional() }),
  run: async (deps: Deps, { orderId, again }) => {
    const { db, mail } = deps;
    const { publicUrl: origin, operator } = deps.config;
    const ordered = await findOrdered(db, orderId);
    if (!ordered || ordered.order.status === 'failed' || ordered.order.status === 'refunded') return;
    const id = again ? `receipt.${orderId}.${again}` : `receipt.${orderId}`;
    await mail.send({
      id,
      to: ordered.email,
      ...(await receiptEmail({ ...ordered, order: withVoucherUrls(deps, ordered.order) }, { origin, operator })),
    });
  },
});

const TOLD_TOGETHER_MS = 120_000;

/** Lines that are given back one after the other are told together. The sum makes another mail of each time. */
export const ordersRefunded = job({
  name: 'orders-refunded',
  queue: MAILS,
  payload: z.object({ orderId: z.uuid() }),
  run: async (deps: Deps, { orderId }) => {
    const { db, mail } = deps;
    const { publicUrl: origin, operator } = deps.config;
    const ordered = await findOrdered(db, orderId);
    const charge = ordered?.charge;
    if (!ordered || !charge || charge.refunded === 0) return;
    const said = refundEmail({ ...ordered, order: withVoucherUrls(deps, ordered.order), charge }, { origin, operator });
    const key = `${orderId}.${charge.refunded}`;
    const units = ordered.order.items.flatMap((item) => item.vouchers);
    const done = units.flatMap(({ id, refund }) =>
      refund?.status === 'succeeded' && refund.at ? [{ id, at: Date.parse(refund.at) }] : [],
    );
    // Those of this email: earlier ones were told before.
    const last = Math.max(...done.map(({ at }) => at));
    const voucherIds = done.filter(({ at }) => at > last - TOLD_TOGETHER_MS).map(({ id }) => id);
    await inTransaction(db, (tx) => notifyOfRefund(tx, 'refundDone', { orderId, voucherIds, key }));
    await mail.send({ id: `refund.${key}`, to: ordered.email, ...said });
  },
});
