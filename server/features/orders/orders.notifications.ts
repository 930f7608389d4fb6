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

/** Tells the buyer of a refund. `voucherIds`: its units; none for sums without units. `key` names the event. */
export async function notifyOfRefund(
  tx: Tx,
  kind: 'refundStarted' | 'refundDone' | 'refundFailed',
  { orderId, voucherIds, key }: { orderId: string; voucherIds: readonly string[]; key: string },
): Promise<void> {
  const first = (column: string) => sql.raw(`(array_agg(i.${column} order by i.position, v.unit))[1]`);
  await notifyAll(
    tx,
    kind,
    sql`
    select o.user_id, ${`${kind}.${key}`} as key,
      jsonb_build_object('orderId', o.id, 'title', ${first('title')}, 'titleEn', ${first('title_en')}, 'quantity', count(v.id)) as data
    from orders o left join vouchers v on v.order_id = o.id and v.id = any(${sql.param([...voucherIds])}::uuid[])
      left join order_items i on i.order_id = v.order_id and i.position = v.position
    where o.id = ${orderId} and o.user_id is not null group by o.id`,
  );
}

/** Tells the buyer that the salon canceled a unit, and why. */
export async function notifyOfDecline(
  tx: Tx,
  { voucherId, reason }: { voucherId: string; reason: string },
): Promise<void> {
  await notifyAll(
    tx,
    'unitDeclined',
    sql`
    select v.user_id, ${`unitDeclined.${voucherId}`} as key, jsonb_build_object('orderId', v.order_id, 'title', i.title,
      'titleEn', i.title_en, 'salon', i.business_name, 'isPaid', v.cash_due is null, 'reason', ${reason}::text) as data
    from vouchers v join order_items i on i.order_id = v.order_id and i.position = v.position
    where v.id = ${voucherId} and v.user_id is not null`,
  );
}
