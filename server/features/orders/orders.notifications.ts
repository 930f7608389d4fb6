/** Tells the buyer and the salons of an order. */
import { sql } from 'drizzle-orm';
import { notify, notifyAll } from '#server/features/notifications/notify.ts';
import type { Tx } from '#server/kit/db/db.ts';

export interface PlacedOrder {
  orderId: string;
  /** Null: the account was closed meanwhile. */
  userId: string | null;
  paymentMethod: 'card' | 'cash';
}

/** In the transaction that makes the order. Salons learn what was sold, not to whom. */
export async function notifyOrder(tx: Tx, { orderId, userId, paymentMethod }: PlacedOrder): Promise<void> {
  if (userId !== null)
    await notify(tx, { userId, kind: 'orderPlaced', key: `orderPlaced.${orderId}`, data: { orderId, paymentMethod } });
  const first = (column: string) => sql.raw(`(array_agg(i.${column} order by i.position))[1]`);
  await notifyAll(
    tx,
    'orderReceived',
    sql`
    select i.dealer_id as user_id, ${`orderReceived.${orderId}`} as key,
      jsonb_build_object('orderId', i.order_id, 'title', ${first('title')}, 'titleEn', ${first('title_en')},
        'lines', count(*), 'quantity', sum(i.quantity), 'amount', sum(i.price * i.quantity)) as data
    from order_items i where i.order_id = ${orderId} and i.dealer_id is not null group by i.dealer_id, i.order_id`,
  );
}

/** Tells the salons of units that they will not redeem; in the transaction that cancels them. */
export async function notifyOfUnits(
  tx: Tx,
  kind: 'unitCanceled' | 'unitRefunded',
  voucherIds: readonly string[],
): Promise<void> {
  if (voucherIds.length === 0) return;
  await notifyAll(
    tx,
    kind,
    sql`
    select i.dealer_id as user_id, ${`${kind}.`} || min(v.id::text) as key,
      jsonb_build_object('orderId', i.order_id, 'title', (array_agg(i.title order by i.position))[1],
        'titleEn', (array_agg(i.title_en order by i.position))[1], 'quantity', count(*)) as data
    from vouchers v join order_items i on i.order_id = v.order_id and i.position = v.position
    where v.id = any(${sql.param([...voucherIds])}::uuid[]) and i.dealer_id is not null group by i.dealer_id, i.order_id`,
  );
}
