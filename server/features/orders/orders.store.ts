import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { orders } from '#db/schema.ts';
import type { Db, Tx } from '#server/deps.ts';
import { JsonText } from '#server/kit/http/serve.ts';
import type { CartSnapshot } from './orders.rules.ts';

const ATTEMPTS = 5;

const orderJson = sql`json_build_object(
  'id', id, 'sessionId', session_id, 'userId', user_id, 'stripePaymentIntentId', stripe_payment_intent_id,
  'totalAmount', trim_scale(total_amount), 'status', status, 'paymentMethod', payment_method,
  'createdAt', created_at, 'items', items)`;

export async function listOrders(db: Db, userId: string): Promise<JsonText> {
  const { rows } = await db.execute<{ list: string }>(sql`
    select coalesce(json_agg(${orderJson} order by created_at desc, id desc), '[]')::text as list
    from orders where user_id = ${userId}`);
  return new JsonText(rows[0]?.list ?? '[]');
}

/** A cash order of this person, or null. */
export async function findCashOrder(db: Db, { userId, orderId }: { userId: string; orderId: string }) {
  const { rows } = await db.execute<{ json: string }>(sql`
    select ${orderJson}::text as json from orders
    where id = ${orderId} and user_id = ${userId} and payment_method = 'cash'`);
  return rows[0] ? new JsonText(rows[0].json) : null;
}

export function countOpenCashOrders(tx: Tx, userId: string): Promise<number> {
  return tx.$count(
    orders,
    and(eq(orders.userId, userId), eq(orders.paymentMethod, 'cash'), eq(orders.status, 'pending')),
  );
}

/** Writes the order under a Purchase ID nobody has yet. */
export async function insertCashOrder(
  tx: Tx,
  { userId, sessionId, snapshot }: { userId: string; sessionId: string; snapshot: CartSnapshot },
): Promise<{ id: string; purchaseId: string }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const order = {
      id: v7(),
      userId,
      sessionId,
      stripePaymentIntentId: makePurchaseId(randomBytes(5)),
      cartGeneration: snapshot.generation,
      totalAmount: snapshot.total,
      status: 'pending',
      paymentMethod: 'cash',
      items: snapshot.items,
    } as const;
    const written = await tx
      .insert(orders)
      .values(order)
      .onConflictDoNothing({ target: orders.stripePaymentIntentId })
      .returning({ id: orders.id });
    if (written.length > 0) return { id: order.id, purchaseId: order.stripePaymentIntentId };
  }
  throw new Error(`${ATTEMPTS} purchase ids in a row were taken`);
}
