import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { externalEvents, payments } from '#db/schema/charges.ts';
import { DECLINED, type ProviderEvent, type ProviderName } from '#server/gateways/payments/provider.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export type Payment = typeof payments.$inferSelect;

/** Actions of the audit log that the manual review reads. */
export const ACTIONS = {
  /** Paid, but not what was asked for. */
  mismatch: 'payments.mismatch',
  /** Paid for an attempt that is not in the database, as after restoring a backup. */
  unmatched: 'payments.unmatched',
  /** Such a payment was refunded in full. */
  returned: 'payments.returned',
  /** Paid after a deal of the order was withdrawn. */
  withdrawn: 'payments.withdrawn',
  /** Paid after its units were sold to others, and refunded. */
  soldOut: 'payments.soldOut',
  /** Paid after the buyer's account was closed. */
  accountClosed: 'payments.accountClosed',
} as const;

const isLive = inArray(payments.status, ['preparing', 'open']);
const now = sql`clock_timestamp()`;

/** An older attempt is replaced when its buyer returns, so that they have time to pay before it is canceled. */
const isFresh = sql<boolean>`created_at > now() - interval '30 minutes'`;

/** Locks the live attempt of this cart version; null when there is none. */
export async function lockLivePayment(tx: Tx, cartVersion: string): Promise<(Payment & { isFresh: boolean }) | null> {
  const which = and(eq(payments.cartVersion, cartVersion), isLive);
  const columns = { ...getTableColumns(payments), isFresh };
  const [payment = null] = await tx.select(columns).from(payments).where(which).for('update');
  return payment;
}

export async function lockPayment(tx: Tx, id: string): Promise<Payment | null> {
  const [payment = null] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return payment;
}

/** The payment of an order; null of one in cash. */
export async function findPaymentOfOrder(db: Db, orderId: string): Promise<Payment | null> {
  const [payment = null] = await db.select().from(payments).where(eq(payments.orderId, orderId));
  return payment;
}

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const [payment = null] = await db.select().from(payments).where(eq(payments.id, id));
  return payment;
}

/** The user's attempts that share this payment of the provider. */
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
  if (!made) throw new Error('the insert returned no row');
  return made;
}

/** False where the attempt is no longer live; another tab may have opened it before. */
export async function openPayment(
  db: Db,
  { id, providerPaymentId }: { id: string; providerPaymentId: string },
): Promise<boolean> {
  const which = and(eq(payments.id, id), isLive);
  const opened = await db.update(payments).set({ status: 'open', providerPaymentId }).where(which).returning();
  return opened.length > 0;
}

/** Closes a live attempt; a closed one stays as it is. */
export async function closePayment(tx: Tx, id: string, status: 'replaced' | 'canceled'): Promise<void> {
  const closed = await tx
    .update(payments)
    .set({ status, closedAt: now })
    .where(and(eq(payments.id, id), isLive))
    .returning({ id: payments.id });
  if (closed.length > 0 && status === 'canceled') await auditCanceled(tx, id);
}

const auditCanceled = (tx: Tx, id: string) =>
  writeAudit(tx, { actorId: null, action: 'payments.cancel', subject: 'payment', subjectId: id });

/** Cancels an attempt without a payment at the provider, unless it got one meanwhile. */
export async function cancelUncreated(tx: Tx, id: string): Promise<void> {
  const closed = await tx
    .update(payments)
    .set({ status: 'canceled', closedAt: now })
    .where(and(eq(payments.id, id), isLive, isNull(payments.providerPaymentId)))
    .returning({ id: payments.id });
  if (closed.length > 0) await auditCanceled(tx, id);
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

/** Marks a payment whose state at the provider could not be stored; the manual review lists it. */
export async function markUnsettled(db: Db, id: string): Promise<void> {
  await db
    .update(payments)
    .set({ unsettledAt: now })
    .where(and(eq(payments.id, id), isNull(payments.unsettledAt)));
}

export async function markSettled(db: Db, id: string): Promise<void> {
  await db.update(payments).set({ unsettledAt: null }).where(eq(payments.id, id));
}

/** Closes the live attempts that share a payment with one that was paid. */
export async function closeSiblings(tx: Tx, { id, providerPaymentId }: { id: string; providerPaymentId: string }) {
  await tx
    .update(payments)
    .set({ status: 'replaced', closedAt: now })
    .where(and(eq(payments.providerPaymentId, providerPaymentId), isLive, sql`${payments.id} <> ${id}`));
}

export async function setDisputes(
  tx: Tx,
  id: string,
  dispute: { disputes: Payment['disputes']; disputeStatus: 'open' | 'won' | 'lost' },
): Promise<void> {
  const disputedAt = sql`coalesce(${payments.disputedAt}, ${now})`;
  await tx
    .update(payments)
    .set({ ...dispute, disputedAt })
    .where(eq(payments.id, id));
}

/** False where the event was stored before. */
export async function insertEvent(tx: Tx, source: ProviderName, event: ProviderEvent): Promise<boolean> {
  const kept = await tx
    .insert(externalEvents)
    .values({ source, externalId: event.id, type: event.type, subjectId: event.subjectId })
    .onConflictDoNothing()
    .returning({ id: externalEvents.externalId });
  return kept.length > 0;
}

export type EventKey = { source: ProviderName; externalId: string };
const event = ({ source, externalId }: EventKey) =>
  and(eq(externalEvents.source, source), eq(externalEvents.externalId, externalId));

/** The payment of an event; null where it has none or is processed. */
export async function findEventSubject(db: Db, key: EventKey): Promise<string | null> {
  const [found] = await db
    .select({ subjectId: externalEvents.subjectId })
    .from(externalEvents)
    .where(and(event(key), isNull(externalEvents.handledAt)));
  return found?.subjectId ?? null;
}

/** Card testing: no card is taken for fifteen minutes from the fourth decline within ten. Seconds left, 0 without a pause. */
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

/** How long an event is retried; later the regular checks cover it. */
export const RETRIED_FOR = sql`interval '2 days'`;

/** Unprocessed events older than a minute, newest first. */
export function findStaleEvents(db: Db, provider: ProviderName, limit: number): Promise<EventKey[]> {
  return db
    .select({ source: externalEvents.source, externalId: externalEvents.externalId })
    .from(externalEvents)
    .where(
      sql`source = ${provider} and handled_at is null and received_at between now() - ${RETRIED_FOR} and now() - interval '1 minute'`,
    )
    .orderBy(desc(externalEvents.receivedAt))
    .limit(limit);
}

/** Which of these paid payments have neither an order nor a full refund here. */
export async function findUnrecorded(
  db: Db,
  { provider, ids }: { provider: ProviderName; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select said.id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) said(id)
    where not exists (select from payments p
        where p.provider_payment_id = said.id and p.provider = ${provider} and p.order_id is not null)
      and not exists (select from audit_log
        where subject = 'payment' and subject_id = said.id and action = ${ACTIONS.returned})`);
  return rows.map(({ id }) => id);
}

/** Time between two checks of a live attempt at the provider. */
export const checkInterval = sql`least(greatest(interval '2 minutes', (now() - created_at) / 4), interval '5 minutes')`;

/** How long an attempt may be paid unless its buyer returns. */
const PAYABLE = '60 minutes';

const isAbandoned = sql`(created_at < now() - ${PAYABLE}::interval
  or exists (select from orders o where o.cart_version = payments.cart_version)
  or exists (select from users u where u.id = payments.user_id and not u.is_active)
  or exists (select from unit_holds h where h.payment_id = payments.id and h.until < now()))`;

/** Rows of the configured provider only: another provider's cannot be checked or canceled with it. */
export interface Due {
  provider: ProviderName;
  limit: number;
}

/** Live attempts to check, older ones less often. */
export function claimLive(db: Db, due: Due): Promise<Payment[]> {
  return claim(
    db,
    due,
    sql`status in ('preparing', 'open') and not ${isAbandoned}
      and coalesce(checked_at, created_at) < now() - ${checkInterval}`,
  );
}

/** Live attempts to cancel: too old, or holding units for too long, their cart was ordered, or their buyer's account was closed. */
export function claimAbandoned(db: Db, due: Due): Promise<Payment[]> {
  return claim(
    db,
    due,
    sql`status in ('preparing', 'open') and ${isAbandoned}
      and coalesce(checked_at, '-infinity') < now() - interval '1 minute'`,
  );
}

/** Paid payments to check for refunds and disputes whose webhooks were lost: hourly for two days, then daily for a month and while unsettled. */
export function claimPaid(db: Db, due: Due): Promise<Payment[]> {
  return claim(
    db,
    due,
    sql`status = 'paid' and (created_at > now() - interval '30 days' or unsettled_at is not null) and coalesce(checked_at, created_at) < now() -
      case when created_at > now() - interval '2 days' then interval '1 hour' else interval '1 day' end`,
  );
}

/** Marks the rows as checked, so that no other node checks them at once and failing ones come after the others. */
async function claim(db: Db, { provider, limit }: Due, which: SQL): Promise<Payment[]> {
  const some = sql`select id from payments where provider = ${provider} and ${which}
    order by coalesce(checked_at, created_at) limit ${limit} for update skip locked`;
  return db.update(payments).set({ checkedAt: now }).where(sql`${payments.id} in (${some})`).returning();
}
