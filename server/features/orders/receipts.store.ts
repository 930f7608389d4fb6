import { sql } from 'drizzle-orm';
import type { Order } from '#core/contract/orders.ts';
import type { Language } from '#core/i18n/language.ts';
import type { Db } from '#server/kit/db/db.ts';
import { findOrder } from './orders.store.ts';

/** Of a card. */
export interface Charge {
  /** Cents. */
  amount: number;
  currency: string;
  /** Lek for one dollar. */
  exchangeRate: number;
  /** Whether no money moved. */
  isTest: boolean;
  /** Cents that were given back. */
  refunded: number;
}

export interface Ordered {
  order: Order;
  email: string;
  language: Language;
  charge: Charge | null;
}

/** An order and whom to write to about it; null where the account is closed, or gone. */
export async function findOrdered(db: Db, orderId: string): Promise<Ordered | null> {
  const { rows } = await db.execute<Omit<Ordered, 'order'> & { userId: string }>(sql`
    select u.id as "userId", u.email, u.language, case when o.payment_method = 'card' then json_build_object(
      'amount', o.charged_amount, 'currency', o.charged_currency, 'exchangeRate', o.exchange_rate,
      'refunded', (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.status = 'succeeded'),
      'isTest', exists (select from payments p where p.order_id = o.id and not p.is_live)) end as charge
    from orders o join users u on u.id = o.user_id and u.is_active where o.id = ${orderId}`);
  const [found] = rows;
  const order = found && (await findOrder(db, { userId: found.userId, orderId, takesTestCards: true }));
  return order ? { ...found, order } : null;
}
