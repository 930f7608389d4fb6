/** People, deals and orders for tests that need many of them, written straight into the database. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { categories, deals } from '#db/schema/catalogue.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { users } from '#db/schema/users.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';

/** A person nobody else uses. */
export async function newUser(db: Db, more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const email = `${randomBytes(8).toString('hex')}@example.al`;
  const id = v7();
  await db.insert(users).values({ id, username: email, email, ...more });
  return id;
}

/** A deal that can be bought, unless `more` says otherwise. Prices in qindarka. */
export async function newDeal(db: Db, more: Partial<typeof deals.$inferInsert> = {}): Promise<string> {
  await db.insert(categories).values({ name: 'Flokë', slug: 'hair' }).onConflictDoNothing();
  const id = v7();
  await db.insert(deals).values({
    id,
    title: 'Prerje dhe larje',
    businessName: 'Salloni Mira',
    price: 120_000,
    originalPrice: 200_000,
    category: 'hair',
    ...more,
  });
  return id;
}

/** So many deals that can be bought, made one after the other: all at once they would wait for a connection. */
export async function newDeals(db: Db, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await newDeal(db));
  return ids;
}

/** An open cash order of one deal for 1,200 lek, unless `more` says otherwise; the audit log knows nothing of it. */
export async function newOrder(db: Db, more: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const [id, price] = [v7(), 120_000];
  const item = { title: 'Prerje dhe larje', businessName: 'Salloni Mira', price, discount: 0, quantity: 1 };
  const dealId = await newDeal(db);
  const order = {
    id,
    sessionId: 'session_1',
    stripePaymentIntentId: makePurchaseId(randomBytes(5)),
    cartVersion: v7(),
    totalAmount: price,
    status: 'pending' as const,
    paymentMethod: 'cash' as const,
    ...(more.paymentMethod === 'card' && { chargedAmount: 1258, chargedCurrency: 'USD', exchangeRate: '95.4' }),
    ...more,
  };
  await inTransaction(db, async (tx) => {
    await tx.insert(orders).values(order);
    await tx.insert(orderItems).values({ ...item, orderId: id, dealId, position: 1 });
    const units = await unitsOf(tx, order);
    if (units) await tx.update(vouchers).set(units).where(eq(vouchers.orderId, id));
  });
  return id;
}

/** What the units of an order are that is not open; null for an open or paid one. */
async function unitsOf(
  tx: Tx,
  { status, failedReason, paymentMethod }: typeof orders.$inferInsert,
): Promise<Partial<typeof vouchers.$inferInsert> | null> {
  if (paymentMethod === 'card') return status === 'refunded' ? { status: 'canceled', cancelReason: 'refund' } : null;
  if (status === 'failed')
    return { status: 'canceled', cancelReason: failedReason === 'expired' ? 'expired' : 'buyer' };
  if (status !== 'completed') return null;
  return { status: 'redeemed', redeemedAt: new Date(), redeemedBy: await newUser(tx) };
}
