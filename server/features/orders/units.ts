/** Units of limited deals. Taken here; triggers give them back when a unit is canceled or a hold ends. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Item } from './orders.rules.ts';

/**
 * Items whose deals have a number of units. Locks these limits, and those of what card attempts of this cart hold, in one order against
 * deadlocks. The deals are locked before: whoever adds limits waits, or has committed.
 */
export async function lockLimited(
  tx: Tx,
  { items, cartVersion }: { items: readonly Item[]; cartVersion: string },
): Promise<Item[]> {
  const ids = items.map(({ dealId }) => dealId);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select deal_id as id from deal_limits where units is not null and deal_id in (
      select unnest(${sql.param(ids)}::uuid[])
      union select h.deal_id from payments p join unit_holds h on h.payment_id = p.id
      where p.cart_version = ${cartVersion} and p.status in ('preparing', 'open'))
    order by deal_id for no key update`);
  const limited = new Set(rows.map(({ id }) => id));
  return items.filter(({ dealId }) => limited.has(dealId));
}

/** Takes the units, or none of a deal that has too few; returns those. A cart has one item per deal. */
export async function takeUnits(tx: Tx, items: readonly Item[]): Promise<Item[]> {
  const refused: Item[] = [];
  for (const item of items) {
    const { dealId, quantity } = item;
    const { rowCount } = await tx.execute(sql`
      update deal_limits set taken = taken + ${quantity}
      where deal_id = ${dealId} and taken + ${quantity} <= units`);
    if (rowCount === 0) refused.push(item);
  }
  return refused;
}

/** Takes the units of a cart; refuses it where a deal has too few. */
export async function takeUnitsOfCart(tx: Tx, items: readonly Item[]): Promise<void> {
  const lines = (await takeUnits(tx, items)).map(({ dealId, title }) => ({ dealId, title, reason: 'soldOut' }));
  if (lines.length > 0) throw new AppError(409, 'cart.unavailable', { details: { lines } });
}
