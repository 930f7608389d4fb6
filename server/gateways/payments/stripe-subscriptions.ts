/** Subscriptions at Stripe: monthly prices in lek, Checkout, the customer portal. */
import type Stripe from 'stripe';
import { isPlanId, type PlanId, plans } from '#core/domain/memberships.ts';
import { toQindarka } from '#core/domain/money.ts';
import {
  CardDeclined,
  NotOpen,
  type ProviderCheckout,
  type ProviderInvoice,
  type ProviderSubscription,
  type SubscriptionProvider,
} from './provider.ts';

interface Parts {
  stripe: Stripe;
  /** Runs a call with a timeout and translates Stripe's errors. */
  ask: <T>(work: () => Promise<T>) => Promise<T>;
  isUnknown: (error: unknown) => boolean;
}

/** Newest paid invoices that are compared with ours. */
const MAX_INVOICES = 12;

export function stripeSubscriptions({ stripe, ask, isUnknown }: Parts): SubscriptionProvider {
  const { subscriptions, invoices } = stripe;
  const priceOf = pricesOf(stripe);
  const orNull = (error: unknown): null => {
    if (isUnknown(error)) return null;
    throw error;
  };

  async function retrieve(id: string): Promise<ProviderSubscription | null> {
    const [found, paid] = await Promise.all([
      subscriptions.retrieve(id).catch(orNull),
      invoices.list({ subscription: id, status: 'paid', limit: MAX_INVOICES }).catch(orNull),
    ]);
    // Others of the same account are not ours.
    return found?.metadata.checkout ? subscriptionOf(found, paid?.data ?? []) : null;
  }

  /** What Stripe refuses because the subscription has ended is `NotOpen`. */
  async function update(id: string, change: Stripe.SubscriptionUpdateParams, key?: string): Promise<void> {
    const options = key === undefined ? {} : { idempotencyKey: key };
    await subscriptions.update(id, change, options).catch(async (error: unknown) => {
      if (isDeclined(error)) throw new CardDeclined('the card was declined');
      const now = await subscriptions.retrieve(id).catch(orNull);
      if (now === null || stateOf(now) === 'ended') throw new NotOpen('the subscription is unknown or has ended');
      throw error;
    });
  }

  return {
    ...checkoutCalls({ stripe, ask, isUnknown }, { priceOf, orNull }),
    find: (id) => ask(() => retrieve(id)),
    changePlan: (id, { plan, key }) =>
      ask(async () => {
        const current = await subscriptions.retrieve(id).catch(orNull);
        if (current === null) throw new NotOpen('the subscription is unknown');
        const price = await priceOf(plan);
        const change = {
          items: [{ id: itemOf(current).id, price }],
          metadata: { plan },
          proration_behavior: 'always_invoice' as const,
          payment_behavior: 'error_if_incomplete' as const,
        };
        await update(id, change, key);
      }),
    setCanceling: (id, isCanceling) => ask(() => update(id, { cancel_at_period_end: isCanceling })),
    end: (id) =>
      ask(async () => {
        await subscriptions.cancel(id).catch(async (error: unknown) => {
          const now = await subscriptions.retrieve(id).catch(orNull);
          if (now && stateOf(now) !== 'ended') throw error;
        });
        const open = await invoices.list({ subscription: id, status: 'open', limit: 100 }).catch(orNull);
        for (const invoice of open?.data ?? []) if (invoice.id) await invoices.voidInvoice(invoice.id);
      }),
    deferTo: (id, day) => ask(() => update(id, { trial_end: toSeconds(day), proration_behavior: 'none' })),
    openPortal: ({ customerId, returnUrl }) =>
      ask(async () => {
        const flow_data = { type: 'payment_method_update' } as const;
        const asked = { customer: customerId, return_url: returnUrl, flow_data };
        return (await stripe.billingPortal.sessions.create(asked)).url;
      }),
  };
}

/** The price of a plan, created at first use. A changed amount gets another price; subscribers keep theirs. */
function pricesOf(stripe: Stripe): (plan: PlanId) => Promise<string> {
  const prices = new Map<PlanId, string>();
  return priceOf;

  async function priceOf(plan: PlanId): Promise<string> {
    const known = prices.get(plan);
    if (known) return known;
    const amount = toQindarka(plans[plan].price);
    const key = `bukuri_${plan}_${amount}_all_monthly`;
    const [found] = (await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })).data;
    const { id } = found ?? (await createPrice({ plan, amount, key }));
    prices.set(plan, id);
    return id;
  }

  function createPrice({ plan, amount, key }: { plan: PlanId; amount: number; key: string }) {
    return stripe.prices.create(
      {
        currency: 'all',
        unit_amount: amount,
        recurring: { interval: 'month' },
        lookup_key: key,
        metadata: { plan },
        product_data: { name: `Bukuri ${plan}`, metadata: { plan } },
      },
      { idempotencyKey: key },
    );
  }
}

interface Helpers {
  priceOf: (plan: PlanId) => Promise<string>;
  orNull: (error: unknown) => null;
}

function checkoutCalls(
  { stripe, ask }: Parts,
  { priceOf, orNull }: Helpers,
): Pick<SubscriptionProvider, 'ensureCustomer' | 'openCheckout' | 'findCheckout' | 'expireCheckout'> {
  const { customers, checkout } = stripe;
  return {
    ensureCustomer: ({ userId, email, knownId }) =>
      ask(async () => {
        const known = knownId === null ? null : await customers.retrieve(knownId).catch(orNull);
        if (known && !known.deleted) return known.id;
        const idempotencyKey = `customer:${userId}:${knownId ?? ''}`;
        return (await customers.create({ email, metadata: { user: userId } }, { idempotencyKey })).id;
      }),
    openCheckout: ({ id, userId, customerId, plan, trialEnd, expiresAt, successUrl, cancelUrl }) =>
      ask(async () => {
        const metadata = { checkout: id, user: userId, plan };
        const asked: Stripe.Checkout.SessionCreateParams = {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          metadata,
          allowed_payment_method_types: ['card'],
          line_items: [{ price: await priceOf(plan), quantity: 1 }],
          subscription_data: { metadata, ...(trialEnd && { trial_end: toSeconds(trialEnd) }) },
          // Otherwise another currency than lek may be offered.
          adaptive_pricing: { enabled: false },
          expires_at: toSeconds(expiresAt),
          success_url: successUrl,
          cancel_url: cancelUrl,
        };
        return checkoutOf(await checkout.sessions.create(asked, { idempotencyKey: id }));
      }),
    findCheckout: (id) =>
      ask(async () => {
        const found = await checkout.sessions.retrieve(id).catch(orNull);
        return found && checkoutOf(found);
      }),
    expireCheckout: (id) =>
      ask(async () => {
        const found = await checkout.sessions.expire(id).catch(() => checkout.sessions.retrieve(id).catch(orNull));
        return found && checkoutOf(found);
      }),
  };
}

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
const fromSeconds = (seconds: number) => new Date(seconds * 1000);

const isDeclined = (error: unknown) => (error as { statusCode?: unknown } | null)?.statusCode === 402;

const states: Record<string, ProviderSubscription['state']> = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  incomplete_expired: 'ended',
  canceled: 'ended',
};

function stateOf({ id, status }: Stripe.Subscription): ProviderSubscription['state'] {
  const state = states[status];
  if (!state) throw new Error(`subscription ${id} has the unknown status ${status}`);
  return state;
}

function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  return item;
}

function planOf(id: string, name: string | undefined): PlanId {
  if (!isPlanId(name)) throw new Error(`${id} names no plan of ours: ${name}`);
  return name;
}

/** The period is that of the item: subscriptions have none since API version 2025-03-31. */
function subscriptionOf(subscription: Stripe.Subscription, paid: Stripe.Invoice[]): ProviderSubscription {
  const { id, metadata } = subscription;
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  if (!start || !end) throw new Error(`subscription ${id} has no period`);
  const plan = planOf(id, metadata.plan);
  return {
    id,
    plan,
    checkoutId: metadata.checkout ?? null,
    state: stateOf(subscription),
    isCanceling: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    createdAt: fromSeconds(subscription.created),
    startsAt: fromSeconds(start),
    endsAt: fromSeconds(end),
    invoices: paid.filter(({ amount_paid }) => amount_paid > 0).flatMap((invoice) => invoiceOf(invoice, plan) ?? []),
  };
}

/**
 * Its own period says when it was made, so that of the line is read which ends last. Null for one of lines without a span,
 * which an operator has added: it pays no period.
 */
function invoiceOf(
  { id, amount_paid: amount, lines, parent }: Stripe.Invoice,
  current: PlanId,
): ProviderInvoice | null {
  const spans = lines.data.filter(({ period }) => period.start < period.end);
  const [line] = spans.toSorted((one, other) => other.period.end - one.period.end);
  if (!id || lines.data.length === 0) throw new Error(`invoice ${id} has no line`);
  if (!line) return null;
  const plan = parent?.subscription_details?.metadata?.plan;
  const { start, end } = line.period;
  return {
    id,
    amount,
    plan: isPlanId(plan) ? plan : current,
    startsAt: fromSeconds(start),
    endsAt: fromSeconds(end),
  };
}

function checkoutOf({ id, url, status, payment_status, subscription }: Stripe.Checkout.Session): ProviderCheckout {
  const subscriptionId = typeof subscription === 'string' ? subscription : (subscription?.id ?? null);
  const isPaid = status === 'complete' && payment_status !== 'unpaid';
  return { id, url, state: isPaid ? 'paid' : status === 'expired' ? 'expired' : 'open', subscriptionId };
}
