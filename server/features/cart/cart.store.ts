import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { type CartItem, MAX_QUANTITY } from '#core/contract/cart.ts';
import { deals } from '#db/schema/catalogue.ts';
import { cartAdditions, cartItems, carts } from '#db/schema/shopping.ts';
import { isNotForSale, salonContactJson } from '#server/features/deals/deals.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { hasUnits, refusedByLimit, terms, unitsLeft } from './cart-limits.ts';

/** Period in which retries are idempotent. */
const REPEATED_FOR = '10 minutes';
const REPEATABLE = sql.raw(`interval '${REPEATED_FOR}'`);
const present = sql`${cartItems.removedAt} is null`;

/** Why a line cannot be bought now. Uses the clock, not the start of the transaction. */
const unavailable: SQL<CartItem['unavailable']> = sql`case
  when not deal_is_public(${deals}) or ${deals.userId} = ${cartItems.userId} then 'unavailable'
  when ${deals.expiresAt} <= clock_timestamp() then 'expired' else ${refusedByLimit} end`;

const isPublic = sql<boolean>`deal_is_public(${deals})`;

/** A deal that is no longer public shows only the price that the buyer has seen. */
const dealJson = sql`case when ${isPublic} then json_build_object(
    'id', ${deals.id}, 'title', ${deals.title}, 'titleEn', ${deals.titleEn}, 'imageUrl', ${deals.imageUrl},
    'businessName', ${deals.businessName}, 'category', ${deals.category}, 'city', ${deals.city},
    'price', trim_scale(${deals.price}), 'originalPrice', trim_scale(${deals.originalPrice}),
    'discount', ${deals.discount}, 'shownDiscount', ${deals.shownDiscount},
    'lowestPrice30d', trim_scale(${deals.lowestBefore}), 'expiresAt', ${deals.expiresAt})
  else json_build_object(
    'id', ${deals.id}, 'title', '', 'titleEn', null, 'imageUrl', null, 'businessName', '', 'category', '', 'city', '',
    'price', trim_scale(${cartItems.addedPrice}), 'originalPrice', null, 'discount', 0, 'expiresAt', null) end`;

const lineJson = sql`json_build_object(
  'id', ${cartItems.id}, 'quantity', ${cartItems.quantity}, 'dealId', ${deals.id}, 'sessionId', ${cartItems.sessionId},
  'deal', ${dealJson},
  'salon', case when ${isPublic} then ${sql.raw(salonContactJson('deals'))} end,
  'unavailable', ${unavailable}, 'unitsLeft', ${unitsLeft}, 'terms', case when ${isPublic} then ${terms} end,
  'priceChanged', case when ${isPublic} and ${deals.price} <> ${cartItems.addedPrice} then
    json_build_object('old', trim_scale(${cartItems.addedPrice}), 'new', trim_scale(${deals.price})) end)`;

/** Locks the cart; every write to it begins here. */
export async function lockCart(tx: Tx, userId: string): Promise<typeof carts.$inferSelect> {
  await tx.insert(carts).values({ userId, version: v7() }).onConflictDoNothing();
  const [cart] = await tx.select().from(carts).where(eq(carts.userId, userId)).for('update');
  // The account was deleted in the meantime.
  if (!cart) throw new AppError(401, 'access.notAuthenticated');
  return cart;
}

/** Marks a change, always later than the last order, so that a retry of that order is not confused with a new cart. */
const touchCart = (tx: Tx, userId: string) =>
  tx
    .update(carts)
    .set({ touchedAt: sql`greatest(clock_timestamp(), ${carts.closedAt} + interval '1 microsecond')` })
    .where(eq(carts.userId, userId));

export function listLines(db: Db, userId: string): Promise<CartItem[]> {
  return readLines(db, sql`${cartItems.userId} = ${userId} and ${present}`);
}

async function readLines(db: Db, which: SQL): Promise<CartItem[]> {
  const { rows } = await db.execute<{ lines: CartItem[] }>(sql`
    select coalesce(json_agg(${lineJson} order by ${cartItems.createdAt}, ${cartItems.id}), '[]') as lines
    from ${cartItems} join ${deals} on ${deals.id} = ${cartItems.dealId} where ${which}`);
  return rows[0]?.lines ?? [];
}

/** The offer of a deal whose page is shown, else undefined. */
export async function findOffer(tx: Tx, { dealId, userId }: { dealId: string; userId: string }) {
  const isExpired = sql<boolean>`coalesce(${deals.expiresAt} <= clock_timestamp(), false)`;
  const notForSale = sql<boolean>`exists (select from deals d where d.id = ${dealId} and ${sql.raw(isNotForSale)})`;
  const [offer] = await tx
    .select({ price: deals.price, dealerId: deals.userId, isExpired, notForSale, hasUnits: hasUnits(dealId, userId) })
    .from(deals)
    .where(and(eq(deals.id, dealId), sql`(deal_is_public(${deals}) or ${notForSale})`));
  return offer;
}

export async function countOtherLines(tx: Tx, { userId, dealId }: { userId: string; dealId: string }): Promise<number> {
  return tx.$count(cartItems, and(eq(cartItems.userId, userId), present, sql`${cartItems.dealId} <> ${dealId}`));
}

/** Stored idempotency keys per user. */
const KNOWN_ADDITIONS = 500;

/** Stores the idempotency key; false when it is known already. */
export async function isNewAddition(tx: Tx, addition: { userId: string; key: string }): Promise<boolean> {
  const added = await tx
    .insert(cartAdditions)
    .values(addition)
    .onConflictDoNothing()
    .returning({ key: cartAdditions.key });
  await tx.execute(sql`
    delete from cart_additions where user_id = ${addition.userId} and created_at < (
      select created_at from cart_additions where user_id = ${addition.userId}
      order by created_at desc offset ${KNOWN_ADDITIONS - 1} limit 1)`);
  return added.length > 0;
}

export async function findLine(
  tx: Tx,
  { userId, dealId }: { userId: string; dealId: string },
): Promise<CartItem | null> {
  const which = sql`${cartItems.userId} = ${userId} and ${cartItems.dealId} = ${dealId} and ${present}`;
  const [line = null] = await readLines(tx, which);
  return line;
}

export async function addToLine(
  tx: Tx,
  line: { userId: string; sessionId: string; dealId: string; quantity: number; price: number },
): Promise<boolean> {
  const { userId, sessionId, dealId, quantity, price } = line;
  const [added] = await tx
    .insert(cartItems)
    .values({ userId, sessionId, dealId, quantity, addedPrice: price, createdAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.dealId],
      targetWhere: isNull(cartItems.removedAt),
      set: {
        quantity: sql`least(${MAX_QUANTITY}, ${cartItems.quantity} + excluded.quantity)`,
        addedPrice: sql`excluded.added_price`,
      },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  await touchCart(tx, userId);
  return added?.isNew === true;
}

type OwnLine = { userId: string; itemId: string };
const own = ({ userId, itemId }: OwnLine) => and(eq(cartItems.id, itemId), eq(cartItems.userId, userId));

export async function setQuantity(tx: Tx, { quantity, ...line }: OwnLine & { quantity: number }): Promise<boolean> {
  const found = await tx
    .update(cartItems)
    .set({ quantity })
    .where(and(own(line), present))
    .returning({ id: cartItems.id });
  if (found.length > 0) await touchCart(tx, line.userId);
  return found.length > 0;
}

/** Whether the line was removed, now or in the last ten minutes. */
export async function removeLine(tx: Tx, line: OwnLine): Promise<boolean> {
  if ((await markRemoved(tx, line.userId, own(line))) > 0) return true;
  const recently = sql`${cartItems.removedAt} > clock_timestamp() - ${REPEATABLE}`;
  return (await tx.$count(cartItems, and(own(line), recently))) > 0;
}

export function removeLines(tx: Tx, userId: string): Promise<number> {
  return markRemoved(tx, userId, eq(cartItems.userId, userId));
}

async function markRemoved(tx: Tx, userId: string, which: SQL | undefined): Promise<number> {
  const removedAt = sql`clock_timestamp()`;
  const removed = await tx
    .update(cartItems)
    .set({ removedAt })
    .where(and(which, present))
    .returning({ id: cartItems.id });
  if (removed.length > 0) await touchCart(tx, userId);
  return removed.length;
}

/** The lines of a locked cart with their deals, locked until the end of the transaction. */
export async function lockLines(tx: Tx, userId: string) {
  await keepDealers(tx, userId);
  const lines = await tx
    .select({ line: cartItems, deal: deals, unavailable, isPublic, terms })
    .from(cartItems)
    .innerJoin(deals, eq(deals.id, cartItems.dealId))
    .where(and(eq(cartItems.userId, userId), present))
    .orderBy(deals.id)
    .for('no key update', { of: deals });
  return lines.sort(
    (a, b) => a.line.createdAt.getTime() - b.line.createdAt.getTime() || (a.line.id < b.line.id ? -1 : 1),
  );
}
export type LockedLine = Awaited<ReturnType<typeof lockLines>>[number];

/** Lock order: accounts before deals, as when an account is closed, to avoid deadlocks. */
const keepDealers = (tx: Tx, userId: string) =>
  tx.execute(sql`
    select from users where id in (select ${deals.userId} from ${cartItems} join ${deals} on ${deals.id} = ${cartItems.dealId}
      where ${present} and ${cartItems.userId} = ${userId})
    order by id for key share`);

/** Deletes the ordered lines and starts a new cart version. */
export async function closeCart(tx: Tx, { userId, orderId }: { userId: string; orderId: string }): Promise<void> {
  await tx.delete(cartItems).where(and(eq(cartItems.userId, userId), present));
  await tx
    .update(carts)
    .set({ version: v7(), lastOrderId: orderId, closedAt: sql`greatest(clock_timestamp(), ${carts.touchedAt})` })
    .where(eq(carts.userId, userId));
}

/** Removes the paid quantities, keeps what was added since, and starts a new cart version. */
export async function takeFromCart(
  tx: Tx,
  { userId, orderId, taken }: { userId: string; orderId: string; taken: { dealId: string; quantity: number }[] },
): Promise<void> {
  const those = sql`jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t("dealId" uuid, quantity integer)`;
  const isTaken = sql`${cartItems.userId} = ${userId} and ${cartItems.dealId} = t."dealId" and ${present}`;
  await tx.execute(sql`delete from cart_items using ${those} where ${isTaken} and cart_items.quantity <= t.quantity`);
  await tx.execute(
    sql`update cart_items set quantity = cart_items.quantity - t.quantity from ${those} where ${isTaken}`,
  );
  const left = await tx.$count(cartItems, and(eq(cartItems.userId, userId), present));
  await tx
    .update(carts)
    .set({ version: v7(), lastOrderId: orderId, closedAt: sql`greatest(clock_timestamp(), ${carts.touchedAt})` })
    .where(eq(carts.userId, userId));
  if (left > 0) await touchCart(tx, userId);
}

/** The last order of an unchanged cart, within the period of retries. */
export async function justClosedBy(tx: Tx, userId: string): Promise<string | null> {
  const [cart] = await tx
    .select({ orderId: carts.lastOrderId })
    .from(carts)
    .where(
      and(
        eq(carts.userId, userId),
        sql`${carts.touchedAt} <= ${carts.closedAt} and ${carts.closedAt} > clock_timestamp() - ${REPEATABLE}`,
      ),
    );
  return cart?.orderId ?? null;
}
