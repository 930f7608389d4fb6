/** Payments: made, changed, paid with a card, canceled. Each change locks its payment. */
import type { Tx } from '#server/kit/db/db.ts';
import type { Stripe } from '../stripe.ts';
import type { Decline, TestCard } from './sandbox-cards.ts';
import { newDispute } from './sandbox-dispute.ts';
import { tell } from './sandbox-events.ts';
import { takeFault } from './sandbox-faults.ts';
import { inSeconds, newCharge, newIntent, newPaymentMethod } from './sandbox-objects.ts';
import { missing, SandboxProblem, unexpectedState } from './sandbox-problem.ts';
import { keep, lockKept } from './sandbox-store.ts';

const OPEN = new Set<string>(['requires_payment_method', 'requires_confirmation', 'requires_action']);

export async function createIntent(
  tx: Tx,
  asked: { amount: number; metadata: Stripe.Metadata },
): Promise<Stripe.PaymentIntent> {
  const intent = newIntent(asked);
  await keep(tx, intent);
  await tell(tx, 'payment_intent.created', intent);
  return intent;
}

async function lockOpen(tx: Tx, id: string, verb: string): Promise<Stripe.PaymentIntent> {
  const intent = await lockIntent(tx, id);
  if (!OPEN.has(intent.status)) throw unexpectedState(intent, verb);
  return intent;
}

export async function lockIntent(tx: Tx, id: string): Promise<Stripe.PaymentIntent> {
  const intent = await lockKept(tx, 'payment_intent', id);
  if (!intent) throw missing('payment_intent', id, 'intent');
  return intent;
}

export async function changeIntent(
  tx: Tx,
  id: string,
  { amount, metadata }: { amount: number | undefined; metadata: Stripe.Metadata },
): Promise<Stripe.PaymentIntent> {
  const intent = await lockOpen(tx, id, 'updated');
  const isAsked = intent.status === 'requires_action';
  const changed: Stripe.PaymentIntent = {
    ...intent,
    amount: amount ?? intent.amount,
    metadata: { ...intent.metadata, ...metadata },
    // Whoever is asked by their bank is asked for the sum of before.
    ...(isAsked && { status: 'requires_confirmation', next_action: null }),
  };
  await keep(tx, changed);
  return changed;
}

export async function cancelIntent(
  tx: Tx,
  id: string,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Promise<Stripe.PaymentIntent> {
  const canceled: Stripe.PaymentIntent = {
    ...(await lockOpen(tx, id, 'canceled')),
    status: 'canceled',
    canceled_at: inSeconds(),
    cancellation_reason: reason,
    next_action: null,
  };
  await keep(tx, canceled);
  await tell(tx, 'payment_intent.canceled', canceled);
  return canceled;
}

export interface Confirmation {
  card: TestCard;
  /** Where its holder goes on after their bank asked them. */
  returnUrl: string | null;
  /** The page on which it asks. */
  askAt: string;
}

/** The payment, or what the bank of the card says against it, which is kept too. */
export async function confirmIntent(
  tx: Tx,
  id: string,
  { card, returnUrl, askAt }: Confirmation,
): Promise<{ intent: Stripe.PaymentIntent; problem: SandboxProblem | null }> {
  const intent = await lockOpen(tx, id, 'confirmed');
  const method = newPaymentMethod(card, returnUrl);
  await keep(tx, method);
  const { outcome } = card;
  if (typeof outcome === 'object') return decline(tx, intent, { method, decline: outcome });
  if (outcome === 'authenticate')
    return { intent: await leaveToHolder(tx, intent, { method, returnUrl, askAt }), problem: null };
  if (await takeFault(tx, 'slow card')) return { intent: await leaveUnderWay(tx, intent, method), problem: null };
  const paid = await succeed(tx, intent, method);
  if (outcome === 'dispute') await askBack(tx, paid);
  return { intent: paid, problem: null };
}

async function leaveToHolder(
  tx: Tx,
  intent: Stripe.PaymentIntent,
  { method, returnUrl, askAt }: { method: Stripe.PaymentMethod } & Omit<Confirmation, 'card'>,
): Promise<Stripe.PaymentIntent> {
  const asked: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { url: askAt, return_url: returnUrl } },
  };
  await keep(tx, asked);
  await tell(tx, 'payment_intent.requires_action', asked);
  return asked;
}

async function leaveUnderWay(tx: Tx, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod) {
  const processing: Stripe.PaymentIntent = {
    ...intent,
    status: 'processing',
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  await keep(tx, processing);
  await tell(tx, 'payment_intent.processing', processing);
  return processing;
}

async function succeed(tx: Tx, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod) {
  const charge = newCharge(intent, { method });
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
  };
  await keep(tx, charge);
  await keep(tx, paid);
  await tell(tx, 'charge.succeeded', charge);
  await tell(tx, 'payment_intent.succeeded', paid);
  return paid;
}

async function decline(
  tx: Tx,
  intent: Stripe.PaymentIntent,
  { method, decline }: { method: Stripe.PaymentMethod; decline: Decline },
) {
  const charge = newCharge(intent, { method, declined: decline });
  await keep(tx, charge);
  await tell(tx, 'charge.failed', charge);
  const failed = await fail(tx, { ...intent, latest_charge: charge.id }, { method, ...decline, charge: charge.id });
  const problem = new SandboxProblem(402, {
    type: 'card_error',
    ...decline,
    charge: charge.id,
    payment_intent: failed,
    payment_method: method,
  });
  return { intent: failed, problem };
}

async function fail(
  tx: Tx,
  intent: Stripe.PaymentIntent,
  { method, ...why }: { method: Stripe.PaymentMethod; message: string; charge?: string } & Partial<Decline>,
): Promise<Stripe.PaymentIntent> {
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: { type: 'card_error', ...why, payment_method: method },
  };
  await keep(tx, failed);
  await tell(tx, 'payment_intent.payment_failed', failed);
  return failed;
}

/** What the holder of the card said when their bank asked. */
export async function answerBank(tx: Tx, id: string, isAccepted: boolean): Promise<Stripe.PaymentIntent> {
  const intent = await lockIntent(tx, id);
  if (intent.status !== 'requires_action') throw unexpectedState(intent, 'authenticated');
  const method = await methodOf(tx, intent);
  if (isAccepted) return succeed(tx, intent, method);
  return fail(tx, intent, {
    method,
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

/** How a payment ended that stayed under way (the fault `slow card`). */
export async function settleIntent(tx: Tx, id: string, isPaid: boolean): Promise<Stripe.PaymentIntent> {
  const intent = await lockIntent(tx, id);
  if (intent.status !== 'processing') throw unexpectedState(intent, 'settled');
  const method = await methodOf(tx, intent);
  if (isPaid) return succeed(tx, intent, method);
  return fail(tx, intent, { method, code: 'card_declined', message: 'Your card was declined.' });
}

async function methodOf(tx: Tx, { payment_method: id }: Stripe.PaymentIntent): Promise<Stripe.PaymentMethod> {
  const method = typeof id === 'string' ? await lockKept(tx, 'payment_method', id) : id;
  if (!method) throw missing('payment_method', String(id), 'payment_method');
  return method;
}

/** The bank of the card asks a paid sum back. */
export async function askBack(tx: Tx, intent: Stripe.PaymentIntent): Promise<Stripe.Dispute> {
  const charge = await chargeOf(tx, intent);
  const dispute = newDispute(charge);
  await keep(tx, { ...charge, disputed: true });
  await keep(tx, dispute);
  await tell(tx, 'charge.dispute.created', dispute);
  return dispute;
}

export async function chargeOf(tx: Tx, { latest_charge: id }: Stripe.PaymentIntent): Promise<Stripe.Charge> {
  const charge = typeof id === 'string' ? await lockKept(tx, 'charge', id) : id;
  if (!charge?.paid) throw missing('charge', String(id), 'charge');
  return charge;
}
