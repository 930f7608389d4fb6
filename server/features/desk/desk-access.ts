/** Who may use the desk of a salon. */
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';

export interface DeskOwner {
  /** Null where only deals without a salon were sold. */
  salonId: string | null;
}

/** Throws 403 unless the user owns a salon or sold something. The permission to post deals does not matter. */
export async function requireDesk(db: Db | Tx, userId: string): Promise<DeskOwner> {
  const { rows } = await db.execute<{ salonId: string | null; hasSales: boolean }>(sql`
    select (select id from salons where owner_id = ${userId}) as "salonId",
      exists (select from order_items where dealer_id = ${userId}) as "hasSales"`);
  const [found] = rows;
  if (!found || (found.salonId === null && !found.hasSales)) throw new AppError(403, 'desk.none');
  return { salonId: found.salonId };
}

/** Throws 403 unless the user owns a salon. */
export async function requireDeskSalon(db: Db | Tx, userId: string): Promise<string> {
  const { salonId } = await requireDesk(db, userId);
  if (salonId === null) throw new AppError(403, 'redeem.noSalon');
  return salonId;
}
