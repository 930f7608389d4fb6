import { type SQL, sql } from 'drizzle-orm';
import type { Redemption } from '#core/contract/redeem.ts';
import type { RedeemReason } from '#core/domain/vouchers.ts';
import { OFFLINE_HOURS, UNDO_MINUTES } from '#core/domain/vouchers.ts';
import type { TestCards } from '#server/features/orders/orders.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

/** Who redeems: an account or a till. */
export interface Redeemer {
  userId: string | null;
  tillId: string | null;
  /** Null for an administrator without a salon. */
  salonId: string | null;
  salon: string | null;
  /** Redeems what nobody else can: without a salon, or of one without an active owner. */
  isAdmin: boolean;
}

export type Who = Pick<Redeemer, 'userId' | 'tillId'>;

/** Condition on a table with `user_id` and `till_id`. */
export const isOf = ({ userId, tillId }: Who, alias: string): SQL =>
  userId === null
    ? sql`${sql.raw(alias)}.till_id = ${tillId}`
    : sql`${sql.raw(alias)}.user_id = ${userId} and ${sql.raw(alias)}.till_id is null`;

/** Condition on table `v` (vouchers). */
export const mayRedeem = ({ salonId, isAdmin }: Pick<Redeemer, 'salonId' | 'isAdmin'>): SQL => sql`(
  v.salon_id is not distinct from ${salonId}::uuid and ${salonId}::uuid is not null
  or ${isAdmin}::boolean and not exists (
    select from salons s join users u on u.id = s.owner_id and u.is_active where s.id = v.salon_id))`;

/** SQL (tables `v` and `i` of a voucher and its item) for the JSON of a voucher that is redeemed. */
const voucherJson = sql`json_build_object('id', v.id, 'title', i.title, 'titleEn', i.title_en, 'status', voucher_shown(v),
  'useBy', v.use_by, 'cashDue', trim_scale(v.cash_due), 'isPaid', v.cash_due is null, 'terms', i.terms)`;

export interface Unit {
  voucher: Redemption['voucher'];
  isMine: boolean;
  /** Why it cannot be redeemed; null if it can. */
  reason: RedeemReason | null;
  /** Of the last redemption, unless undone. */
  redeemedAt: string | null;
  till: string | null;
  nonce: string | null;
  /** Null unless who asks redeemed it in the last minutes. */
  undoUntil: string | null;
}

/** How a code names vouchers: their own code, or an order by its Purchase ID or the `pi_…` of its payment. */
export type Named = { code: string; paymentId: string | null };

/** The units that a code names. `happenedAt`: SQL for the time of the redemption. */
export async function findUnits(
  db: Db,
  named: Named | { voucherId: string },
  { who, happenedAt, takesTestCards }: { who: Redeemer; happenedAt: SQL } & TestCards,
): Promise<Unit[]> {
  const isNamed =
    'voucherId' in named
      ? sql`v.id = ${named.voucherId}`
      : sql`v.id in (
          select id from vouchers where code = ${named.code}
          union all select v.id from orders o join vouchers v on v.order_id = o.id
            where o.stripe_payment_intent_id = ${named.paymentId} and not exists (select from vouchers where code = ${named.code}))`;
  const reason = sql`case
    when v.status = 'canceled' and v.cancel_reason <> 'expired' then case when voucher_is_refunded(v) then 'refunded' else 'canceled' end
    when voucher_is_refunded(v) then 'refunded'
    when o.disputed_at is not null then 'disputed'
    when not ${takesTestCards}::boolean and exists (select from payments p where p.order_id = o.id and not p.is_live) then 'testPayment'
    when v.status = 'redeemed' then 'alreadyRedeemed'
    when v.status = 'canceled' or v.use_by < ${happenedAt} then 'expired' end`;
  const { rows } = await db.execute<{ json: Unit }>(sql`
    select json_build_object('voucher', ${voucherJson}, 'isMine', ${mayRedeem(who)}, 'reason', ${reason},
      'redeemedAt', v.redeemed_at, 'till', (select name from tills where id = v.redeemed_till), 'nonce', r.nonce,
      'undoUntil', case when ${isOf(who, 'r')} and r.received_at > now() - make_interval(mins => ${UNDO_MINUTES})
        then r.received_at + make_interval(mins => ${UNDO_MINUTES}) end) as json
    from vouchers v join orders o on o.id = v.order_id
      join order_items i on i.order_id = v.order_id and i.position = v.position
      left join redemptions r on v.status = 'redeemed' and r.voucher_id = v.id and r.result = 'redeemed'
        and not exists (select from redemptions u where u.undoes = r.id)
    where ${isNamed} order by v.position, v.unit limit 200`);
  return rows.map(({ json }) => json);
}

/** What the buyer is told of a redemption. */
export interface Sale {
  orderId: string;
  /** Null: the account was closed. */
  userId: string | null;
  salon: string;
  title: string;
  titleEn: string | null;
}

/** Redeems an open voucher; null if it is not open any more, disputed or over. */
export async function redeemOpen(
  tx: Tx,
  { id, who, happenedAt }: { id: string; who: Redeemer; happenedAt: SQL },
): Promise<Sale | null> {
  const { rows } = await tx.execute<Sale & Record<string, unknown>>(sql`
    update vouchers v set status = 'redeemed', redeemed_at = greatest(${happenedAt}, v.created_at), redeemed_by = ${who.userId}::uuid, redeemed_till = ${who.tillId}::uuid
    from orders o, order_items i
    where v.id = ${id} and v.status = 'open' and v.use_by >= ${happenedAt} and ${mayRedeem(who)}
      and o.id = v.order_id and o.disputed_at is null and i.order_id = v.order_id and i.position = v.position
    returning v.order_id as "orderId", v.user_id as "userId", i.business_name as salon, i.title, i.title_en as "titleEn"`);
  return rows[0] ?? null;
}

/** The redemption of a nonce with its voucher, which is locked; an administrator finds those of others too. */
export async function lockRedemption(tx: Tx, who: Redeemer, nonce: string) {
  type Found = { id: string; voucherId: string; cashReceived: string | null; isOwn: boolean; isLate: boolean };
  const isOwn = isOf(who, 'r');
  const { rows } = await tx.execute<Found>(sql`
    select r.id, r.voucher_id as "voucherId", r.cash_received as "cashReceived", ${isOwn} as "isOwn",
      r.received_at < now() - make_interval(mins => ${UNDO_MINUTES}) as "isLate"
    from redemptions r join vouchers v on v.id = r.voucher_id
    where r.nonce = ${nonce} and r.result = 'redeemed' and (${isOwn} or ${who.isAdmin}::boolean)
    order by ${isOwn} desc limit 1 for no key update of v`);
  return rows[0] ?? null;
}

/** Reopens a redeemed voucher; cancels it where units of its last day were closed or it was refunded meanwhile. */
export async function reopen(tx: Tx, voucherId: string): Promise<void> {
  // Refunds lock the payment too: one that was requested is seen here.
  await tx.execute(
    sql`select from payments p join vouchers v on v.order_id = p.order_id where v.id = ${voucherId} for no key update of p`,
  );
  await tx.execute(sql`
    update vouchers v set redeemed_at = null, redeemed_by = null, redeemed_till = null,
      status = case when why is null then 'open' else 'canceled' end, cancel_reason = why
    from (select v.id, case
        when v.cash_due is not null and v.use_by < now() - make_interval(hours => ${OFFLINE_HOURS}) then 'expired'
        when voucher_is_refunded(v) or o.status = 'refunded' then 'refund' end as why
      from vouchers v join orders o on o.id = v.order_id where v.id = ${voucherId}) changed
    where v.id = changed.id and v.status = 'redeemed'`);
}
