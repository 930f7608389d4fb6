/** Subscriptions of the payment sandbox: payment pages, renewals by the clock, and the card that a customer changes. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { addMonths, type PlanId, plans } from '#core/domain/memberships.ts';
import { toQindarka } from '#core/domain/money.ts';
import {
  CardDeclined,
  type CheckoutRequest,
  NotOpen,
  type ProviderCheckout,
  type ProviderInvoice,
  type ProviderSubscription,
  type SubscriptionProvider,
} from './provider.ts';
import { newId, type SandboxOptions, type Store, storeOf } from './sandbox-store.ts';

/** Test cards of subscriptions; `later` pays once and is declined afterwards. */
export const subscriptionCards = {
  paid: '4242424242424242',
  later: '4000000000000341',
  declined: '4000000000000002',
} as const;
export type SubscriptionCard = keyof typeof subscriptionCards;

/** Dates are texts in JSON. */
type Stored<T> = {
  [Name in keyof T]: T[Name] extends Date ? string : T[Name] extends Date | null ? string | null : T[Name];
};

interface SandboxSubscription extends Stored<Omit<ProviderSubscription, 'invoices'>> {
  customerId: string;
  card: SubscriptionCard;
  invoices: Stored<ProviderInvoice>[];
}

export type SandboxCheckout = Stored<Omit<CheckoutRequest, 'id'>> &
  Omit<ProviderCheckout, 'url'> & { checkoutId: string };

interface SandboxPortal {
  id: string;
  customerId: string;
  returnUrl: string;
}

export interface SandboxSubscriptions extends SubscriptionProvider {
  findPage(id: string): Promise<SandboxCheckout | null>;
  /** Subscribes with a card. Throws `CardDeclined`, or `NotOpen` for a paid or expired page. */
  payCheckout(id: string, card: SubscriptionCard): Promise<void>;
  findPortal(id: string): Promise<(SandboxPortal & { subscription: ProviderSubscription | null }) | null>;
  /** Changes the card and pays what is overdue. Throws `CardDeclined`. */
  changeCard(id: string, card: SubscriptionCard): Promise<void>;
  /** Ends the period now: it is renewed, fails, or ends a canceled subscription. */
  endPeriod(id: string, outcome: 'paid' | 'failed'): Promise<void>;
}

/** A subscription of the demo, as stored. */
export const demoSubscription = (demo: {
  id: string;
  userId: string;
  plan: PlanId;
  startsAt: Date;
  endsAt: Date;
  isCanceling: boolean;
}): SandboxSubscription => {
  const { id, plan, isCanceling } = demo;
  const [startsAt, endsAt] = [demo.startsAt.toISOString(), demo.endsAt.toISOString()];
  return {
    id,
    checkoutId: null,
    plan,
    state: 'active',
    isCanceling,
    createdAt: startsAt,
    startsAt,
    endsAt,
    customerId: customerOf(demo.userId),
    card: 'paid',
    invoices: [{ id: `in_${id}`, plan, amount: toQindarka(plans[plan].price), startsAt, endsAt }],
  };
};

export const customerOf = (userId: string) => `cus_${userId.replaceAll('-', '')}`;

export function sandboxSubscriptions(options: SandboxOptions): SandboxSubscriptions {
  const subscriptions = storeOf<SandboxSubscription>(options, 'subscription');

  /** Changes a subscription that has not ended. */
  const change: Change = (id, apply) =>
    subscriptions.update(id, (subscription) => {
      const before = renewDue(subscription);
      if (subscription.state === 'ended') throw new NotOpen('the subscription has ended');
      return [...before, ...apply(subscription)];
    });

  async function find(id: string): Promise<ProviderSubscription | null> {
    const found = await subscriptions.read(id);
    if (!found) return null;
    return shown(isDue(found) ? await subscriptions.update(id, renewDue) : found);
  }

  return {
    ensureCustomer: async ({ userId }) => customerOf(userId),
    find,
    ...changes(change),
    end: async (id) => {
      await subscriptions.update(id, (subscription) => {
        if (subscription.state === 'ended') return [];
        subscription.state = 'ended';
        return ['customer.subscription.deleted'];
      });
    },
    ...checkoutCalls(options, subscriptions),
    ...portalCalls(options, { find, change }),
  };
}

type Change = (id: string, apply: (subscription: SandboxSubscription) => string[]) => Promise<SandboxSubscription>;

function changes(change: Change): Pick<SandboxSubscriptions, 'changePlan' | 'setCanceling' | 'deferTo' | 'endPeriod'> {
  const UPDATED = 'customer.subscription.updated';
  return {
    changePlan: async (id, { plan }) => {
      await change(id, (subscription) => {
        if (subscription.plan === plan) return [];
        if (subscription.state !== 'trialing') prorate(subscription, plan);
        subscription.plan = plan;
        return [UPDATED];
      });
    },
    setCanceling: async (id, isCanceling) => {
      await change(id, (subscription) => {
        subscription.isCanceling = isCanceling;
        return [UPDATED];
      });
    },
    deferTo: async (id, day) => {
      await change(id, (subscription) => {
        Object.assign(subscription, {
          state: 'trialing',
          startsAt: new Date().toISOString(),
          endsAt: day.toISOString(),
        });
        return [UPDATED];
      });
    },
    endPeriod: async (id, outcome) => {
      await change(id, (subscription) => {
        const end = new Date();
        shift(subscription, end.getTime() - Date.parse(subscription.endsAt));
        if (!subscription.isCanceling)
          return renew(subscription, end, outcome === 'paid' && subscription.card === 'paid');
        subscription.state = 'ended';
        return ['customer.subscription.deleted'];
      });
    },
  };
}

function checkoutCalls(options: SandboxOptions, subscriptions: Store<SandboxSubscription>) {
  const { db } = options;
  const checkouts = storeOf<SandboxCheckout>(options, 'checkout');

  async function findPage(id: string): Promise<SandboxCheckout | null> {
    const page = await checkouts.read(id);
    const isOver = page?.state === 'open' && Date.parse(page.expiresAt) <= Date.now();
    return isOver ? { ...page, state: 'expired' } : page;
  }

  async function findCheckout(id: string): Promise<ProviderCheckout | null> {
    const page = await findPage(id);
    return page && { id, url: urlOf(page), state: page.state, subscriptionId: page.subscriptionId };
  }

  return {
    findPage,
    findCheckout,
    openCheckout: async ({ id: checkoutId, trialEnd, expiresAt, ...request }: CheckoutRequest) => {
      // Only its owner is told the address; the id is a secret until then.
      const id = `cs_test_${createHash('sha256').update(checkoutId).digest('hex').slice(0, 40)}`;
      const dates = { trialEnd: trialEnd?.toISOString() ?? null, expiresAt: expiresAt.toISOString() };
      await checkouts.insert(db, { ...request, ...dates, id, checkoutId, state: 'open', subscriptionId: null });
      const made = await findCheckout(id);
      if (!made) throw new Error('the page was deleted');
      return made;
    },
    expireCheckout: async (id: string) => {
      await checkouts.update(id, (page) => {
        if (page.state !== 'open') return [];
        page.state = 'expired';
        return ['checkout.session.expired'];
      });
      return findCheckout(id);
    },
    payCheckout: async (id: string, card: SubscriptionCard) => {
      if (card === 'declined') throw new CardDeclined('the card was declined');
      await checkouts.update(id, async (page, tx) => {
        if (page.state !== 'open' || Date.parse(page.expiresAt) <= Date.now())
          throw new NotOpen(`the page is ${page.state}`);
        const subscription = subscribed(page, card);
        await subscriptions.insert(tx, subscription);
        const created = { type: 'customer.subscription.created', subjectId: subscription.id };
        await options.storeEvent(tx, { id: newId('evt'), ...created });
        Object.assign(page, { state: 'paid', subscriptionId: subscription.id });
        return ['checkout.session.completed'];
      });
    },
  };
}

function portalCalls(
  options: SandboxOptions,
  { find, change }: { find: SandboxSubscriptions['find']; change: Change },
): Pick<SandboxSubscriptions, 'openPortal' | 'findPortal' | 'changeCard'> {
  const { db } = options;
  const portals = storeOf<SandboxPortal>(options, 'portal');

  /** The subscription of a customer that has not ended, else the newest. */
  async function latestOf(customerId: string): Promise<ProviderSubscription | null> {
    const { rows } = await db.execute<{ id: string }>(sql`select id from sandbox_objects
      where kind = 'subscription' and data ->> 'customerId' = ${customerId}
      order by data ->> 'state' = 'ended', created_at desc, id limit 1`);
    return rows[0] ? find(rows[0].id) : null;
  }

  return {
    openPortal: async ({ customerId, returnUrl }) => {
      const id = newId('bps');
      await portals.insert(db, { id, customerId, returnUrl });
      return `${new URL(returnUrl).origin}${PORTAL}?session=${id}`;
    },
    findPortal: async (id) => {
      const portal = await portals.read(id);
      return portal && { ...portal, subscription: await latestOf(portal.customerId) };
    },
    changeCard: async (id, card) => {
      if (card === 'declined') throw new CardDeclined('the card was declined');
      await change(id, (subscription) => {
        const isOverdue = subscription.state === 'past_due';
        subscription.card = card;
        if (isOverdue) charge(subscription);
        return [...(isOverdue ? ['invoice.paid'] : []), 'customer.subscription.updated'];
      });
    },
  };
}

export const CHECKOUT = '/sandbox/checkout';
export const PORTAL = '/sandbox/portal';

const urlOf = ({ id, state, successUrl }: SandboxCheckout) =>
  state === 'open' ? `${new URL(successUrl).origin}${CHECKOUT}?session=${id}` : null;

function subscribed(
  { checkoutId, customerId, plan, trialEnd }: SandboxCheckout,
  card: SubscriptionCard,
): SandboxSubscription {
  const now = new Date();
  const startsAt = now.toISOString();
  const made: SandboxSubscription = {
    id: newId('sub'),
    checkoutId,
    customerId,
    plan,
    card,
    state: 'trialing',
    isCanceling: false,
    createdAt: startsAt,
    startsAt,
    endsAt: trialEnd ?? addMonths(now, 1).toISOString(),
    invoices: [],
  };
  if (trialEnd === null) charge(made);
  return made;
}

/** Pays the current period. */
function charge(subscription: SandboxSubscription): void {
  const { plan, startsAt, endsAt } = subscription;
  subscription.state = 'active';
  subscription.invoices.unshift({ id: newId('in'), plan, amount: toQindarka(plans[plan].price), startsAt, endsAt });
}

/** Charges the difference of the prices for the rest of the period. */
function prorate(subscription: SandboxSubscription, plan: PlanId): void {
  if (subscription.state === 'past_due' || subscription.card !== 'paid')
    throw new CardDeclined('the card was declined');
  const [from, now, until] = [Date.parse(subscription.startsAt), Date.now(), Date.parse(subscription.endsAt)];
  const difference = toQindarka(plans[plan].price - plans[subscription.plan].price);
  const amount = Math.round(difference * Math.min(1, Math.max(0, (until - now) / (until - from))));
  if (amount <= 0) return;
  const startsAt = new Date(Math.min(now, until - 1)).toISOString();
  subscription.invoices.unshift({ id: newId('in'), plan, amount, startsAt, endsAt: subscription.endsAt });
}

function renew(subscription: SandboxSubscription, from: Date, isPaid: boolean): string[] {
  Object.assign(subscription, {
    startsAt: from.toISOString(),
    endsAt: addMonths(from, 1, new Date(subscription.createdAt)).toISOString(),
  });
  if (isPaid) charge(subscription);
  else subscription.state = 'past_due';
  return [isPaid ? 'invoice.paid' : 'invoice.payment_failed', 'customer.subscription.updated'];
}

/** Moves what has been, as if time had passed. */
function shift(subscription: SandboxSubscription, ms: number): void {
  const moved = (at: string) => new Date(Date.parse(at) + ms).toISOString();
  for (const part of [subscription, ...subscription.invoices])
    Object.assign(part, { startsAt: moved(part.startsAt), endsAt: moved(part.endsAt) });
  subscription.createdAt = moved(subscription.createdAt);
}

const isDue = ({ state, endsAt }: SandboxSubscription) =>
  (state === 'active' || state === 'trialing') && Date.parse(endsAt) <= Date.now();

/** Renews by the clock, also several times where nobody asked for months. */
function renewDue(subscription: SandboxSubscription): string[] {
  const events: string[] = [];
  while (isDue(subscription)) {
    if (subscription.isCanceling) {
      subscription.state = 'ended';
      return [...events, 'customer.subscription.deleted'];
    }
    events.push(...renew(subscription, new Date(subscription.endsAt), subscription.card === 'paid'));
  }
  return events;
}

function shown({ card: _, customerId: __, invoices, ...subscription }: SandboxSubscription): ProviderSubscription {
  const dates = {
    startsAt: new Date(subscription.startsAt),
    endsAt: new Date(subscription.endsAt),
    createdAt: new Date(subscription.createdAt),
  };
  const all = invoices.map((one) => ({ ...one, startsAt: new Date(one.startsAt), endsAt: new Date(one.endsAt) }));
  return { ...subscription, ...dates, invoices: all };
}
