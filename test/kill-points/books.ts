/** Holds what the provider was paid against what was ordered, over all that happened so far. */
import type { Pool } from 'pg';
import type { Payer } from './payer.ts';

export interface Books {
  /** Payments without an order, orders without a payment, units that are nowhere. */
  lost: number;
  /** Carts that were paid twice, attempts with two payments, units both ordered and in the cart, payments that look like another's. */
  doubled: number;
}

const QUERY = `
  with intents as (
    select id, body #>> '{metadata,attempt}' as attempt, body ->> 'status' = 'succeeded' as is_paid
    from sandbox_objects where kind = 'payment_intent'),
  paid as (select i.id, p.cart_generation from intents i join payments p on p.id::text = i.attempt where is_paid)
  select
    (select count(*) from intents i where is_paid
      and not exists (select from orders o where o.stripe_payment_intent_id = i.id))
    + (select count(*) from orders o where o.payment_method = 'card'
      and not exists (select from paid where paid.id = o.stripe_payment_intent_id)) as lost,
    (select count(*) from (select from paid group by cart_generation having count(*) > 1) _)
    + (select count(*) from (select from intents group by attempt having count(*) > 1) _)
    + (select count(*) from audit_log where action = 'payments.mismatch') as doubled`;

const UNITS = `
  select coalesce((select sum(quantity) from orders o join order_items i on i.order_id = o.id where o.user_id = $1), 0)
    + coalesce((select sum(quantity) from cart_items where user_id = $1 and removed_at is null), 0) as units`;

export async function readBooks(pool: Pool, payers: readonly Payer[]): Promise<Books> {
  const { rows } = await pool.query(QUERY);
  const books = { lost: Number(rows[0].lost), doubled: Number(rows[0].doubled) };
  for (const { userId, units } of payers) {
    const kept = Number((await pool.query(UNITS, [userId])).rows[0].units);
    books.lost += Math.max(0, units() - kept);
    books.doubled += Math.max(0, kept - units());
  }
  return books;
}

/** How many of what these paid has no order yet. */
export async function unordered(pool: Pool, paid: readonly string[]): Promise<number> {
  const ordered = await pool.query('select from orders where stripe_payment_intent_id = any($1)', [paid]);
  return paid.length - (ordered.rowCount ?? 0);
}

/** How many of these orders nobody wrote about to who bought. */
export async function unwritten(pool: Pool, orderIds: readonly string[]): Promise<number> {
  const mails = orderIds.map((id) => `receipt.${id}`);
  const written = await pool.query('select from sandbox_mails where id = any($1)', [mails]);
  return orderIds.length - (written.rowCount ?? 0);
}
