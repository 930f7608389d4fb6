import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { externalEvents, payments } from '#db/schema/charges.ts';
import { DECLINED, type ProviderEvent, type ProviderName } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export type Payment = typeof payments.$inferSelect;

const isLive = inArray(payments.status, ['preparing', 'open']);
const now = sql`clock_timestamp()`;

/** Whoever looks at an older one gets another for the same payment, so that they have time to pay before it is given up. */
const isFresh = sql<boolean>`created_at > now() - interval '30 minutes'`;

/** The attempt that may still be paid for this filling, locked; null when there is none. */
export async function lockLivePayment(
  tx: Tx,
  cartGeneration: string,
): Promise<(Payment & { isFresh: boolean }) | null> {
  const which = and(eq(payments.cartGeneration, cartGeneration), isLive);
  const columns = { ...getTableColumns(payments), isFresh };
  const [payment = null] = await tx.select(columns).from(payments).where(which).for('update');
  return payment;
}

export async function lockPayment(tx: Tx, id: string): Promise<Payment | null> {
  const [payment = null] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return payment;
}

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const [payment = null] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

/** The attempts of this person that share the payment which the provider knows by this id. */
export function findOwnPayments(
  db: Db,
  { userId, providerPaymentId }: { userId: string; providerPaymentId: string },
): Promise<Payment[]> {
  const which = and(eq(payments.userId, userId), eq(payments.providerPaymentId, providerPaymentId));
  return db.select().from(payments).where(which);
}

export async function insertPayment(
  tx: Tx,
  payment: Omit<typeof payments.$inferInsert, 'id' | 'status'>,
): Promise<Payment> {
  const [made] = await tx
    .insert(payments)
    .values({ ...payment, id: v7(), status: 'preparing' })
    .returning();
  if (!made) throw new Error('an attempt to pay vanished in the statement that wrote it');
  return made;
}

/** Whether the attempt may still be paid; another tab may have opened it before. */
export async function openPayment(
  db: Db,
  { id, providerPaymentId }: { id: string; providerPaymentId: string },
): Promise<boolean> {
  const which = and(eq(payments.id, id), isLive);
  const opened = await db.update(payments).set({ status: 'open', providerPaymentId }).where(which).returning();
  return opened.length > 0;
}

/** Ends an attempt that may still be paid; one that has ended stays as it is. */
export async function closePayment(tx: Tx, id: string, status: 'replaced' | 'canceled'): Promise<void> {
  const closed = await tx
    .update(payments)
    .set({ status, closedAt: now })
    .where(and(eq(payments.id, id), isLive))
    .returning({ id: payments.id });
  if (closed.length > 0 && status === 'canceled') await noteCanceled(tx, id);
}

const noteCanceled = (tx: Tx, id: string) =>
  writeAudit(tx, { actorId: null, action: 'payments.cancel', subject: 'payment', subjectId: id });

/** Ends an attempt that the provider is not known to have, unless somebody was told of it meanwhile. */
export async function closeUntold(tx: Tx, id: string): Promise<void> {
  const closed = await tx
    .update(payments)
    .set({ status: 'canceled', closedAt: now })
    .where(and(eq(payments.id, id), isLive, isNull(payments.providerPaymentId)))
    .returning({ id: payments.id });
  if (closed.length > 0) await noteCanceled(tx, id);
}

export async function markPaid(
  tx: Tx,
  { id, providerPaymentId, orderId }: { id: string; providerPaymentId: string; orderId: string },
): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'paid', providerPaymentId, orderId, closedAt: sql`coalesce(${payments.closedAt}, ${now})` })
    .where(eq(payments.id, id));
}

/** What the provider says of it could not be written down: an operator sees it until it can. */
export async function markUnsettled(db: Db, id: string): Promise<void> {
  await db
    .update(payments)
    .set({ unsettledAt: now })
    .where(and(eq(payments.id, id), isNull(payments.unsettledAt)));
}

export async function markSettled(db: Db, id: string): Promise<void> {
  await db.update(payments).set({ unsettledAt: null }).where(eq(payments.id, id));
}

/** Attempts that share a payment with one that was paid: none of them will be. */
export async function closeOthers(tx: Tx, { id, providerPaymentId }: { id: string; providerPaymentId: string }) {
  await tx
    .update(payments)
    .set({ status: 'replaced', closedAt: now })
    .where(and(eq(payments.providerPaymentId, providerPaymentId), isLive, sql`${payments.id} <> ${id}`));
}

export async function setDisputes(
  tx: Tx,
  id: string,
  standing: { disputes: Payment['disputes']; disputeStatus: 'open' | 'won' | 'lost' },
): Promise<void> {
  const disputedAt = sql`coalesce(${payments.disputedAt}, ${now})`;
  await tx
    .update(payments)
    .set({ ...standing, disputedAt })
    .where(eq(payments.id, id));
}

/** Keeps what the provider told; false where it was told before. */
export async function keepEvent(tx: Tx, source: ProviderName, event: ProviderEvent): Promise<boolean> {
  const kept = await tx
    .insert(externalEvents)
    .values({ source, externalId: event.id, type: event.type, subjectId: event.paymentId })
    .onConflictDoNothing()
    .returning({ id: externalEvents.externalId });
  return kept.length > 0;
}

export type EventKey = { source: ProviderName; externalId: string };
const event = ({ source, externalId }: EventKey) =>
  and(eq(externalEvents.source, source), eq(externalEvents.externalId, externalId));

/** The payment that an event is about, as long as it is not worked off. */
export async function subjectOf(db: Db, key: EventKey): Promise<string | null> {
  const [found] = await db
    .select({ subjectId: externalEvents.subjectId })
    .from(externalEvents)
    .where(and(event(key), isNull(externalEvents.handledAt)));
  return found?.subjectId ?? null;
}

/** How long no card of somebody is taken: fifteen minutes from the fourth that is declined within ten; 0 when any is. */
export async function secondsOfPause(db: Db, userId: string): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    with declined as (
      select received_at, count(*) over (order by received_at range interval '10 minutes' preceding) as lately
      from external_events
      where type = ${DECLINED} and received_at > ${now} - interval '25 minutes' and (source, subject_id) in (
        select provider, provider_payment_id from payments where user_id = ${userId}))
    select coalesce(extract(epoch from max(received_at) + interval '15 minutes' - ${now}), 0)::float8 as seconds
    from declined where lately > 3`);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

export async function markHandled(db: Db, key: EventKey): Promise<void> {
  await db
    .update(externalEvents)
    .set({ handledAt: now })
    .where(and(event(key), isNull(externalEvents.handledAt)));
}

/** How long nobody asks about an attempt again: it may be paid at any time while its form is open. */
export const pause = sql`least(greatest(interval '2 minutes', (now() - created_at) / 4), interval '5 minutes')`;

/** How long an attempt may be paid that nobody prepares anew. */
const PAYABLE = '60 minutes';

const isAbandoned = sql`(created_at < now() - ${PAYABLE}::interval
  or exists (select from orders o where o.cart_generation = payments.cart_generation)
  or exists (select from users u where u.id = payments.user_id and not u.is_active))`;

/** Of the provider that is asked: what another has, only that one can say or cancel. */
export interface Due {
  provider: ProviderName;
  limit: number;
}

/** Live attempts that are worth a question: each a little less often the longer it waits. */
export function findDoubtful(db: Db, due: Due): Promise<Payment[]> {
  return takeChecked(
    db,
    due,
    sql`status in ('preparing', 'open') and not ${isAbandoned}
      and coalesce(checked_at, created_at) < now() - ${pause}`,
  );
}

/** Live attempts that nobody should pay any more: their cart was ordered, their buyer closed the account, or nobody came back to them. */
export function findAbandoned(db: Db, due: Due): Promise<Payment[]> {
  return takeChecked(
    db,
    due,
    sql`status in ('preparing', 'open') and ${isAbandoned}
      and coalesce(checked_at, '-infinity') < now() - interval '1 minute'`,
  );
}

/** What was paid lately: hourly for two days, then daily for a month and while it cannot be settled, as what was given back or asked back there may be told to nobody. */
export function findPaid(db: Db, due: Due): Promise<Payment[]> {
  return takeChecked(
    db,
    due,
    sql`status = 'paid' and (created_at > now() - interval '30 days' or unsettled_at is not null) and coalesce(checked_at, created_at) < now() -
      case when created_at > now() - interval '2 days' then interval '1 hour' else interval '1 day' end`,
  );
}

/** Marked as asked about, so that no other node asks at the same time. Those that fail each time come after the others. */
async function takeChecked(db: Db, { provider, limit }: Due, which: SQL): Promise<Payment[]> {
  const some = sql`select id from payments where provider = ${provider} and ${which}
    order by coalesce(checked_at, created_at) limit ${limit} for update skip locked`;
  return db.update(payments).set({ checkedAt: now }).where(sql`${payments.id} in (${some})`).returning();
}
