/** Holds: units of limited deals that a live card attempt keeps for its buyer. */
import { eq, sql } from 'drizzle-orm';
import { unitHolds } from '#db/schema/charges.ts';
import type { Item } from '#server/features/orders/orders.rules.ts';
import { lockLimited, takeUnits, takeUnitsOfCart } from '#server/features/orders/units.ts';
import type { Tx } from '#server/kit/db/db.ts';
import type { Payment } from './payments.store.ts';

/** After the last request of the buyer; then the attempt is canceled. */
const HELD_UNTIL = sql`clock_timestamp() + interval '15 minutes'`;

const of = (paymentId: string) => eq(unitHolds.paymentId, paymentId);

async function withoutHold(tx: Tx, paymentId: string, items: readonly Item[]): Promise<Item[]> {
  const holds = await tx.select({ dealId: unitHolds.dealId }).from(unitHolds).where(of(paymentId));
  return items.filter((item) => !holds.some(({ dealId }) => dealId === item.dealId));
}

/** Holds what the attempt does not hold yet; refuses the cart where a deal has too few. */
export async function holdUnits(tx: Tx, paymentId: string, limited: readonly Item[]): Promise<void> {
  if (limited.length === 0) return;
  await tx.update(unitHolds).set({ until: HELD_UNTIL }).where(of(paymentId));
  const items = await withoutHold(tx, paymentId, limited);
  if (items.length === 0) return;
  await takeUnitsOfCart(tx, items);
  await tx
    .insert(unitHolds)
    .values(items.map(({ dealId, quantity: units }) => ({ paymentId, dealId, units, until: HELD_UNTIL })));
}

/** What of an attempt has limits, which are locked. */
export async function lockLimitedOf(tx: Tx, { items, cartVersion }: Payment): Promise<Item[]> {
  const ids = items.map(({ dealId }) => dealId);
  await tx.execute(sql`select from deals where id = any(${sql.param(ids)}::uuid[]) order by id for key share`);
  return lockLimited(tx, { items, cartVersion });
}

/** Deals of which the buyer got as many units as one person can meanwhile. */
export async function overPersonLimit(tx: Tx, { userId, items }: Payment): Promise<string[]> {
  if (userId === null) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select d.id from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) i ("dealId" uuid, quantity integer)
      join deal_limits l on l.deal_id = i."dealId" join deals d on d.id = l.deal_id
    where i.quantity > l.per_person - (select count(*) from vouchers v
      join order_items o on o.order_id = v.order_id and o.position = v.position join deals other on other.id = o.deal_id
      where v.user_id = ${userId} and v.status <> 'canceled' and other.line_id = d.line_id)`);
  return rows.map(({ id }) => id);
}

/** Takes what a paid attempt does not hold (any more), but of refused deals; returns the deals that have too few. */
export async function takeUnheld(
  tx: Tx,
  paymentId: string,
  limited: readonly Item[],
  refused: readonly string[],
): Promise<string[]> {
  const items = limited.filter(({ dealId }) => !refused.includes(dealId));
  if (items.length === 0) return [];
  return (await takeUnits(tx, await withoutHold(tx, paymentId, items))).map(({ dealId }) => dealId);
}
