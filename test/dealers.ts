/** Dealers with memberships, the sandbox that charges them, and the jobs that follow. */
import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { memberships } from '#core/contract/memberships.ts';
import type { PlanId } from '#core/domain/memberships.ts';
import { membershipPeriods, memberships as table } from '#db/schema/memberships.ts';
import { featureJobs } from '#server/features.ts';
import { isSandbox } from '#server/gateways/payments/sandbox.ts';
import type { SubscriptionCard } from '#server/gateways/payments/sandbox-subscriptions.ts';
import { type Client, type Shop, startShop } from './client.ts';
import { newUser } from './shoppers.ts';

export async function startDealerShop() {
  const config = {
    cards: { kind: 'sandbox', isForAll: true },
    mail: { kind: 'sandbox', isForAll: true },
  } as const;
  const shop = await startShop({ config });
  const { cards } = shop.deps;
  if (!isSandbox(cards)) throw new Error('the shop takes no test cards');
  return { ...shop, cards, newDealer: () => newDealer(shop), runJobs: () => runJobs(shop) };
}

/** Runs what is enqueued, and what that enqueues, in their order. */
async function runJobs({ pool, deps }: Shop): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ name: string; payload: unknown }>(`with taken as (
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and j.run_at <= now() returning j.id, t.identifier as name, j.payload)
      select name, payload from taken order by id`);
    if (rows.length === 0) return;
    for (const { name, payload } of rows) {
      const job = featureJobs.find((one) => one.name === name) ?? expect.fail(name);
      await job.perform(deps as never, payload);
    }
  }
}

let dealers = 0;

async function newDealer(shop: Shop) {
  const { db, deps } = shop;
  const email = `salloni${++dealers}@example.al`;
  const id = await newUser(db, { email, username: email, canPostDeals: true });
  const call: Client = await shop.as({ email });
  const subscriptions = isSandbox(deps.cards) ? deps.cards.subscriptions : expect.fail();
  const row = async () =>
    (await db.select().from(table).where(eq(table.userId, id)).orderBy(desc(table.createdAt)).limit(1))[0] ?? null;
  const open = async (planId: PlanId = 'entry') => {
    const said = await call(memberships.subscribe, { body: { planId } });
    return 'sessionId' in said ? said.sessionId : expect.fail('no payment page');
  };
  return {
    id,
    email,
    call,
    row,
    open,
    own: () => call(memberships.own),
    activate: () => call(memberships.activate),
    /** Opens the payment page, pays there and returns to the shop. */
    subscribe: async (planId: PlanId = 'entry', card: SubscriptionCard = 'paid') => {
      await subscriptions.payCheckout(await open(planId), card);
      return (await call(memberships.activate)).membership;
    },
    subscription: async () => subscriptions.find((await row())?.stripeSubscriptionId ?? ''),
    periods: () =>
      db.select().from(membershipPeriods).where(eq(membershipPeriods.userId, id)).orderBy(membershipPeriods.createdAt),
    mails: async () =>
      (
        await shop.pool.query<{ kind: string }>(
          `select n.kind from sandbox_mails m join notifications n on m.id = 'notification.' || n.id
            where m.recipient = $1 order by m.created_at`,
          [email],
        )
      ).rows.map(({ kind }) => kind),
    /** Moves the membership into the past. */
    age: (interval: string) =>
      shop.pool.query(
        `update memberships set current_period_start = current_period_start - $2::interval,
          current_period_end = current_period_end - $2::interval, checked_at = null where user_id = $1`,
        [id, interval],
      ),
  };
}
