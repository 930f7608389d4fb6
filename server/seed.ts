/** Demo data; seeding again only renews the dates of deals. */
import { sql } from 'drizzle-orm';
import { plans } from '#core/domain/memberships.ts';
import { toQindarka } from '#core/domain/money.ts';
import { demoCategories, demoDealers, demoDeals, demoHours, demoSalons } from '#db/demo-shop.ts';
import { categories, deals } from '#db/schema/catalogue.ts';
import { dealerRequests as dealerRequestsTable } from '#db/schema/dealers.ts';
import { membershipPeriods, memberships as membershipsTable } from '#db/schema/memberships.ts';
import { notifications, salonFollows } from '#db/schema/notifications.ts';
import { salonHours, salons } from '#db/schema/salons.ts';
import { sandboxObjects } from '#db/schema/sandbox.ts';
import { users } from '#db/schema/users.ts';
import { ana, arta, DEALER_PASSWORD, dealerRequests, demoId, memberships, type Name, people } from '#db/world.ts';
import { hashPassword } from './features/accounts/passwords.ts';
import { customerOf, demoSubscription } from './gateways/payments/sandbox-subscriptions.ts';
import type { Db, Tx } from './kit/db/db.ts';
import { inTransaction } from './kit/db/transaction.ts';

const DAY = 86_400_000;

export async function seedDemo(db: Db, seededAt = new Date()): Promise<void> {
  const hashed = await hashPasswords();
  await inTransaction(db, async (tx) => {
    await seedPeople(tx, hashed, seededAt);
    await tx.insert(categories).values(demoCategories()).onConflictDoNothing();
    await tx.insert(salons).values(demoSalons()).onConflictDoNothing();
    await tx.insert(salonHours).values(demoHours()).onConflictDoNothing();
    await tx
      .insert(deals)
      .values(demoDeals(seededAt))
      .onConflictDoUpdate({
        target: deals.id,
        set: { expiresAt: sql`excluded.expires_at`, createdAt: sql`excluded.created_at` },
      });
    await seedFollow(tx);
  });
}

/** Ana follows a salon, and was told of its deals. */
async function seedFollow(tx: Tx): Promise<void> {
  const [userId, salonId] = [ana.id, demoId('salon', 's02')];
  const ofSalon = demoDeals(new Date()).filter((deal) => deal.salonId === salonId);
  const told = ofSalon.map(({ id: dealId, title, titleEn, businessName: salon }) => ({
    dealId,
    title,
    titleEn,
    salon,
  }));
  const data = { count: told.length, isFollowed: true, deals: told };
  await tx.insert(salonFollows).values({ userId, salonId }).onConflictDoNothing();
  await tx.insert(notifications).values({ userId, kind: 'newDeals', key: 'newDeals.demo', data }).onConflictDoNothing();
}

export async function seedCategories(db: Db): Promise<void> {
  await db.insert(categories).values(demoCategories()).onConflictDoNothing();
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select exists (select from users) or exists (select from deals) as used`);
  return rows[0]?.used === false;
}

/** By account. */
async function hashPasswords(): Promise<Map<string, string>> {
  const all = Object.values(people);
  const named = await Promise.all(all.map(async ({ id, password }) => [id, await hashPassword(password)] as const));
  const ofDealers = await hashPassword(DEALER_PASSWORD);
  return new Map([...named, ...demoDealers().map(({ id }) => [id, ofDealers] as const)]);
}

async function seedPeople(tx: Tx, hashed: Map<string, string>, seededAt: Date): Promise<void> {
  const dealers = demoDealers().map(({ id, email }) => ({ id, email, role: 'user' as const, canPostDeals: true }));
  const paid = membershipRows(seededAt);
  const subscriptionOfUser = new Map(paid.map(({ userId, stripeSubscriptionId }) => [userId, stripeSubscriptionId]));
  const rows = [...Object.values(people), ...dealers].map(({ id, email, role, canPostDeals }) => ({
    id,
    username: email,
    email,
    role,
    canPostDeals,
    stripeCustomerId: canPostDeals ? customerOf(id) : null,
    stripeSubscriptionId: subscriptionOfUser.get(id),
    passwordHash: hashed.get(id),
    emailVerifiedAt: seededAt,
    termsAcceptedAt: seededAt,
  }));
  await tx.insert(users).values(rows).onConflictDoNothing();
  await tx.insert(membershipsTable).values(paid).onConflictDoNothing();
  await tx.insert(membershipPeriods).values(paid.map(periodOf)).onConflictDoNothing();
  const subscriptions = paid.filter(({ stripeSubscriptionId }) => stripeSubscriptionId !== null).map(subscriptionOf);
  await tx.insert(sandboxObjects).values(subscriptions).onConflictDoNothing();
  await tx.insert(dealerRequestsTable).values(requestRows(seededAt)).onConflictDoNothing();
}

function membershipRows(seededAt: Date) {
  const ofDealers = demoDealers().map(({ name, membership }) => [name, membership] as const);
  return [...entries(memberships), ...ofDealers].map(([name, { daysAgo, isGift, ...rest }]) => ({
    ...rest,
    id: demoId('membership', name),
    userId: demoId('user', name),
    name,
    currentPeriodStart: new Date(seededAt.getTime() - daysAgo * DAY),
    currentPeriodEnd: new Date(seededAt.getTime() + (30 - daysAgo) * DAY),
    // A membership without a subscription would read as a gift (Spec 2 §4).
    stripeSubscriptionId: isGift ? null : `sub_demo_${name}`,
    paymentOverrideBy: isGift ? arta.id : null,
  }));
}

type MembershipRow = ReturnType<typeof membershipRows>[number];

function periodOf(row: MembershipRow): typeof membershipPeriods.$inferInsert {
  const { id: membershipId, userId, plan, stripeSubscriptionId, paymentOverrideBy: recordedBy } = row;
  const span = { startsAt: row.currentPeriodStart, endsAt: row.currentPeriodEnd };
  const isGift = stripeSubscriptionId === null;
  const payment = isGift
    ? { method: 'gift' as const, amount: 0 }
    : {
        method: 'card' as const,
        amount: toQindarka(plans[plan].price),
        providerInvoiceId: `in_${stripeSubscriptionId}`,
      };
  return { id: demoId('period', row.name), membershipId, userId, plan, recordedBy, ...span, ...payment };
}

function subscriptionOf(row: MembershipRow): typeof sandboxObjects.$inferInsert {
  const { userId, plan, currentPeriodStart: startsAt, currentPeriodEnd: endsAt, stripeSubscriptionId } = row;
  const isCanceling = row.status === 'canceling';
  const id = stripeSubscriptionId ?? '';
  const data = demoSubscription({ id, userId, plan, startsAt, endsAt, isCanceling });
  return { id, kind: 'subscription', data: { ...data } };
}

function requestRows(seededAt: Date): (typeof dealerRequestsTable.$inferInsert)[] {
  const named = entries(dealerRequests).map(([name, request]) => ({ name, email: people[name].email, ...request }));
  const ofDealers = demoDealers().map((dealer) => ({ ...dealer, status: 'approved' as const, notes: null }));
  return [...named, ...ofDealers].map(({ name, email, nipt, phone, status, notes }) => ({
    email,
    nipt,
    phone,
    status,
    notes,
    id: demoId('request', name),
    userId: demoId('user', name),
    requestedAt: new Date(seededAt.getTime() - (status === 'pending' ? 1 : 40) * DAY),
    ...(status !== 'pending' && { reviewedAt: new Date(seededAt.getTime() - 39 * DAY), reviewedBy: arta.id }),
  }));
}

function entries<Value>(record: Partial<Record<Name, Value>>): [Name, Value][] {
  return Object.entries(record) as [Name, Value][];
}
