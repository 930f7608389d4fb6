/** What is given back of a payment, and what its bank asks back. */

import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import type { Stripe } from '../stripe.ts';
import { tell } from './sandbox-events.ts';
import { takeFault } from './sandbox-faults.ts';
import { askBack, chargeOf, lockIntent } from './sandbox-intents.ts';
import { newRefund } from './sandbox-objects.ts';
import { missing, refused } from './sandbox-problem.ts';
import { keep, listKept, lockKept } from './sandbox-store.ts';

export interface RefundAsked {
  amount: number | undefined;
  metadata: Stripe.Metadata;
  reason: Stripe.Refund.Reason | null;
}

const inDollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

export async function createRefund(
  tx: Tx,
  id: string,
  { amount, metadata, reason }: RefundAsked,
): Promise<Stripe.Refund> {
  const intent = await lockIntent(tx, id);
  if (intent.status !== 'succeeded') {
    throw refused(`This PaymentIntent (${id}) does not have a successful charge to refund.`);
  }
  const charge = await chargeOf(tx, intent);
  if (charge.disputed) {
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const sum = amount ?? left;
  if (sum > left) {
    const message = `Refund amount (${inDollars(sum)}) is greater than unrefunded amount on charge (${inDollars(left)})`;
    throw refused(message, { param: 'amount' });
  }
  const status = (await takeFault(tx, 'slow refund')) ? 'pending' : 'succeeded';
  const refund = newRefund(charge, { amount: sum, metadata, status, reason });
  const given = withGiven(charge, sum);
  await keep(tx, refund);
  await keep(tx, given);
  await tell(tx, 'refund.created', refund);
  await tell(tx, 'charge.refunded', given);
  return refund;
}

function withGiven(charge: Stripe.Charge, sum: number): Stripe.Charge {
  const amount_refunded = charge.amount_refunded + sum;
  return { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
}

/** How a refund ended that stayed under way (the fault `slow refund`); even one that seemed to succeed may come back. */
export async function settleRefund(tx: Tx, id: string, isGiven: boolean): Promise<Stripe.Refund> {
  const refund = await lockKept(tx, 'refund', id);
  if (!refund) throw missing('refund', id, 'refund');
  const intent = await lockIntent(tx, String(refund.payment_intent));
  const settled: Stripe.Refund = isGiven
    ? { ...refund, status: 'succeeded' }
    : { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
  await keep(tx, settled);
  if (!isGiven && refund.status !== 'failed') await keep(tx, withGiven(await chargeOf(tx, intent), -refund.amount));
  await tell(tx, isGiven ? 'refund.updated' : 'refund.failed', settled);
  return settled;
}

/** The bank of the card asks a payment back, as it would without a word to us. */
export function openDispute(db: Db, paymentId: string): Promise<Stripe.Dispute> {
  return inTransaction(db, async (tx) => askBack(tx, await lockIntent(tx, paymentId)));
}

export function closeDispute(db: Db, paymentId: string, isWon: boolean): Promise<Stripe.Dispute> {
  return inTransaction(db, async (tx) => {
    await lockIntent(tx, paymentId);
    const [dispute] = await listKept(tx, 'dispute', paymentId);
    if (!dispute) throw missing('dispute', paymentId, 'payment_intent');
    const closed: Stripe.Dispute = { ...dispute, status: isWon ? 'won' : 'lost' };
    await keep(tx, closed);
    await tell(tx, 'charge.dispute.closed', closed);
    return closed;
  });
}
