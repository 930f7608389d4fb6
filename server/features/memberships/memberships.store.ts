import { and, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { GRACE_DAYS, type PlanId } from '#core/domain/memberships.ts';
import { membershipCheckouts, membershipPeriods, memberships } from '#db/schema/memberships.ts';
import { users } from '#db/schema/users.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export type MembershipRow = typeof memberships.$inferSelect;
export type CheckoutRow = typeof membershipCheckouts.$inferSelect;
export type PeriodRow = typeof membershipPeriods.$inferSelect;

const now = sql`clock_timestamp()`;
const isLiveStatus = sql`${memberships.status} in ('active', 'canceling', 'past_due')`;

/** `planBefore`: the plan that was given or paid otherwise, where a subscription by card was not charged yet. */
export type LatestMembership = MembershipRow & { planBefore: PlanId | null };

/** The live membership of a user, else the one that ended last. */
export async function findLatest(db: Db, userId: string): Promise<LatestMembership | null> {
  const planBefore = sql<PlanId | null>`(select case when p.method <> 'card' then p.plan end from membership_periods p
    where memberships.stripe_subscription_id is not null and p.membership_id = memberships.id
    order by p.created_at desc limit 1)`;
  const [row = null] = await db
    .select({ ...getTableColumns(memberships), planBefore })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(sql`${isLiveStatus} desc`, desc(memberships.createdAt), desc(memberships.id))
    .limit(1);
  return row;
}

export async function findMembership(db: Db, id: string): Promise<MembershipRow | null> {
  const [row = null] = await db.select().from(memberships).where(eq(memberships.id, id));
  return row;
}

export async function findBySubscription(db: Db, subscriptionId: string): Promise<MembershipRow | null> {
  const [row = null] = await db.select().from(memberships).where(eq(memberships.stripeSubscriptionId, subscriptionId));
  return row;
}

/** The membership with that status column live; whoever changes it has locked the user or it. */
export async function lockLive(tx: Tx, userId: string): Promise<MembershipRow | null> {
  const which = and(eq(memberships.userId, userId), isLiveStatus);
  const [row = null] = await tx.select().from(memberships).where(which).for('update');
  return row;
}

/** Null where it changed since it was read. */
export async function lockUnchanged(
  tx: Tx,
  { id, version }: Pick<MembershipRow, 'id' | 'version'>,
): Promise<MembershipRow | null> {
  const which = and(eq(memberships.id, id), eq(memberships.version, version));
  const [row = null] = await tx.select().from(memberships).where(which).for('update');
  return row;
}

type Change = Partial<Omit<MembershipRow, 'id' | 'userId' | 'version' | 'createdAt'>>;

export async function updateMembership(tx: Tx, id: string, change: Change): Promise<MembershipRow> {
  const [row] = await tx
    .update(memberships)
    .set({ ...change, version: sql`${memberships.version} + 1`, updatedAt: now })
    .where(eq(memberships.id, id))
    .returning();
  if (!row) throw new Error('the membership was deleted');
  await nameSubscription(tx, row);
  return row;
}

export async function insertMembership(tx: Tx, values: typeof memberships.$inferInsert): Promise<MembershipRow> {
  const [row] = await tx.insert(memberships).values(values).returning();
  if (!row) throw new Error('the insert returned no row');
  await nameSubscription(tx, row);
  return row;
}

/** The account names the subscription of its live membership, and keeps that of one that has ended. */
async function nameSubscription(tx: Tx, { userId, status, stripeSubscriptionId }: MembershipRow): Promise<void> {
  if (status === 'expired' || status === 'canceled') return;
  const isOther = sql`${users.stripeSubscriptionId} is distinct from ${stripeSubscriptionId}`;
  await tx
    .update(users)
    .set({ stripeSubscriptionId })
    .where(and(eq(users.id, userId), isOther));
}

/** Null where the invoice is recorded already. */
export async function insertPeriod(tx: Tx, period: typeof membershipPeriods.$inferInsert): Promise<PeriodRow | null> {
  const [row = null] = await tx
    .insert(membershipPeriods)
    .values(period)
    .onConflictDoNothing({ target: membershipPeriods.providerInvoiceId })
    .returning();
  return row;
}

/** What was given or paid last. */
export async function findLastPeriod(tx: Tx, membershipId: string): Promise<PeriodRow | null> {
  const [row = null] = await tx
    .select()
    .from(membershipPeriods)
    .where(eq(membershipPeriods.membershipId, membershipId))
    .orderBy(desc(membershipPeriods.createdAt))
    .limit(1);
  return row;
}

/** Whether each of these invoices is the payment of a period. */
export async function areRecorded(db: Db, invoiceIds: string[]): Promise<boolean> {
  return (
    (await db.$count(membershipPeriods, inArray(membershipPeriods.providerInvoiceId, invoiceIds))) === invoiceIds.length
  );
}

export async function findPeriod(db: Db, id: string): Promise<PeriodRow | null> {
  const [row = null] = await db.select().from(membershipPeriods).where(eq(membershipPeriods.id, id));
  return row;
}

export async function isReferenceUsed(
  tx: Tx,
  { method, reference }: { method: 'bank' | 'cash'; reference: string },
): Promise<boolean> {
  const same = and(
    eq(membershipPeriods.method, method),
    sql`lower(${membershipPeriods.reference}) = lower(${reference})`,
  );
  return (await tx.$count(membershipPeriods, same)) > 0;
}

interface Account {
  email: string;
  role: 'user' | 'admin';
  canPostDeals: boolean;
  isActive: boolean;
  stripeCustomerId: string | null;
}

/** Locks the account: of two changes to the memberships of one user, one waits. */
export async function lockAccountOf(tx: Tx, userId: string): Promise<Account | null> {
  const { email, role, canPostDeals, isActive, stripeCustomerId } = users;
  const [row = null] = await tx
    .select({ email, role, canPostDeals, isActive, stripeCustomerId })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return row;
}

export async function findCustomer(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.select({ id: users.stripeCustomerId }).from(users).where(eq(users.id, userId));
  return row?.id ?? null;
}

/** Whether the owner of the membership with that subscription may post deals. */
export async function mayOwnerPost(db: Db, subscriptionId: string): Promise<boolean> {
  const owners = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(eq(memberships.stripeSubscriptionId, subscriptionId));
  return (await db.$count(users, and(inArray(users.id, owners), users.canPostDeals, users.isActive))) > 0;
}

export async function setCustomer(
  db: Db,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<void> {
  await db
    .update(users)
    .set({ stripeCustomerId: customerId })
    .where(and(eq(users.id, userId), users.isActive));
}

export async function findLatestCheckout(db: Db, userId: string): Promise<CheckoutRow | null> {
  const [row = null] = await db
    .select()
    .from(membershipCheckouts)
    .where(eq(membershipCheckouts.userId, userId))
    .orderBy(desc(membershipCheckouts.createdAt), desc(membershipCheckouts.id))
    .limit(1);
  return row;
}

export async function findCheckout(
  db: Db,
  by: { id: string } | { sessionId: string } | { openOf: string },
): Promise<CheckoutRow | null> {
  const { id, sessionId, userId, status } = membershipCheckouts;
  const which =
    'id' in by
      ? eq(id, by.id)
      : 'sessionId' in by
        ? eq(sessionId, by.sessionId)
        : and(eq(userId, by.openOf), eq(status, 'open'));
  const [row = null] = await db.select().from(membershipCheckouts).where(which);
  return row;
}

export async function insertCheckout(
  tx: Tx,
  checkout: { userId: string; plan: PlanId; trialEnd: Date | null; returnUrl: string },
): Promise<CheckoutRow> {
  const values = { ...checkout, expiresAt: sql`now() + interval '1 hour'` };
  const [row] = await tx.insert(membershipCheckouts).values(values).returning();
  if (!row) throw new Error('the insert returned no row');
  return row;
}

/** False where it was closed meanwhile. */
export async function setSession(db: Db, { id, sessionId }: { id: string; sessionId: string }): Promise<boolean> {
  const isNew = or(isNull(membershipCheckouts.sessionId), eq(membershipCheckouts.sessionId, sessionId));
  const which = and(eq(membershipCheckouts.id, id), eq(membershipCheckouts.status, 'open'), isNew);
  return ((await db.update(membershipCheckouts).set({ sessionId }).where(which)).rowCount ?? 0) > 0;
}

export async function closeCheckout(db: Db, id: string, status: 'completed' | 'expired'): Promise<void> {
  const isOpen = status === 'completed' ? undefined : eq(membershipCheckouts.status, 'open');
  await db
    .update(membershipCheckouts)
    .set({ status })
    .where(and(eq(membershipCheckouts.id, id), isOpen));
}

/** Open payment pages that may have been paid meanwhile, older ones less often. Claimed, so that other nodes skip them. */
export function claimCheckouts(db: Db, limit: number): Promise<CheckoutRow[]> {
  const due = sql`select id from membership_checkouts where status = 'open' and coalesce(checked_at, created_at) <
      now() - least(greatest(interval '20 seconds', (now() - created_at) / 4), interval '45 seconds')
    order by coalesce(checked_at, created_at) limit ${limit} for update skip locked`;
  return db
    .update(membershipCheckouts)
    .set({ checkedAt: now })
    .where(sql`${membershipCheckouts.id} in (${due})`)
    .returning();
}

/**
 * Memberships by card to compare with the provider: often around the end of a period, else every six hours, and for a while
 * after they expired, because a payment may be reported late.
 */
export function claimSubscriptions(db: Db, limit: number): Promise<MembershipRow[]> {
  const due = sql`select id from memberships m where stripe_subscription_id is not null
      and (status in ('active', 'canceling', 'past_due') or
        status = 'expired' and current_period_end > now() - interval '40 days')
      and coalesce(checked_at, '-infinity') < now() -
        case when current_period_end < now() and status <> 'expired' then interval '2 minutes' else interval '6 hours' end
    order by coalesce(checked_at, created_at) limit ${limit} for update skip locked`;
  return db.update(memberships).set({ checkedAt: now }).where(sql`${memberships.id} in (${due})`).returning();
}

/** SQL: how long posting stays allowed after the end of the period. */
const grace = sql.raw(`(case when status = 'canceling' then interval '0' else interval '${GRACE_DAYS} days' end)`);

/** Consumes one post of the live membership; says why not. The caller has locked the account. */
export async function consumePost(tx: Tx, userId: string): Promise<'consumed' | 'noPosts' | 'noMembership'> {
  const isLive = sql`user_id = ${userId} and ${isLiveStatus} and current_period_end + ${grace} > clock_timestamp()`;
  const consumed = await tx
    .update(memberships)
    .set({
      postsUsed: sql`${memberships.postsUsed} + 1`,
      version: sql`${memberships.version} + 1`,
      updatedAt: now,
    })
    .where(sql`${isLive} and (posts_limit = -1 or posts_used < posts_limit)`)
    .returning({ id: memberships.id });
  if (consumed.length > 0) return 'consumed';
  return (await tx.$count(memberships, isLive)) > 0 ? 'noPosts' : 'noMembership';
}

/**
 * Begins the next month of a time that was paid by bank or in cash for several, also where it goes on by card: its posts are
 * those of a month. Months are counted from the end, so that those of the 31st are not shortened. Gifts are not months.
 */
export async function beginMonths(tx: Tx): Promise<void> {
  const ahead = sql`age(current_period_end at time zone 'UTC', now() at time zone 'UTC')`;
  const months = sql`select (current_period_end at time zone 'UTC' - make_interval(months => k)) at time zone 'UTC' as month
    from generate_series(1, (extract(year from ${ahead}) * 12 + extract(month from ${ahead}))::int + 2) k`;
  const begun = sql`(select max(month) from (${months}) all_months where month <= now())`;
  await tx
    .update(memberships)
    .set({ postsUsed: 0, currentPeriodStart: begun, version: sql`${memberships.version} + 1`, updatedAt: now })
    .where(sql`status in ('active', 'canceling') and payment_override_by is null and current_period_end > now()
      and ${begun} >= current_period_start + interval '27 days'`);
}

/** Ends what is over; where there is a subscription, the provider has had a day to say otherwise. */
export function expireEnded(tx: Tx): Promise<MembershipRow[]> {
  const isOver: SQL = sql`${isLiveStatus} and current_period_end < now() - ${grace} -
    (case when stripe_subscription_id is null then interval '0' else interval '1 day' end)`;
  return tx
    .update(memberships)
    .set({ status: 'expired', version: sql`${memberships.version} + 1`, updatedAt: now })
    .where(isOver)
    .returning();
}

/** Marks the periods that end within so many days as announced, once each. */
export function claimAnnouncements(tx: Tx, days: number): Promise<MembershipRow[]> {
  return tx
    .update(memberships)
    .set({ announcedEnd: sql`${memberships.currentPeriodEnd}` })
    .where(sql`status in ('active', 'canceling') and announced_end is distinct from current_period_end
      and current_period_end between now() and now() + make_interval(days => ${days})`)
    .returning();
}
