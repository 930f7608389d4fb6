/** Refunds of unused units after their last day, and reminders before it. */
import { sql } from 'drizzle-orm';
import { OFFLINE_HOURS } from '#core/domain/vouchers.ts';
import { vouchers } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { notifyAll } from '#server/features/notifications/notify.ts';
import { cancelUnits } from '#server/features/payments/unit-refunds.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { recurring } from '#server/kit/jobs/job.ts';

/** Units per run. */
const MAX_UNUSED = 500;
/** Orders per run. */
const MAX_REMINDED = 5_000;
/** Days before the last one on which its buyer is reminded of an open unit. */
const REMINDER_DAYS = [3, 1];

export const vouchersRefundUnused = recurring({
  name: 'vouchers-refund-unused',
  cron: '*/10 * * * *',
  run: (deps: Deps) => refundUnused(deps),
});

export const vouchersRemind = recurring({
  name: 'vouchers-remind',
  cron: '4,14,24,34,44,54 * * * *',
  run: ({ db }: Deps) => remindOfVouchers(db),
});

/**
 * Cancels units paid by card that are open 48 hours after their last day, and requests their refunds. Nothing is refunded of
 * test payments that do not count and of lost disputes; those of open disputes and claims wait.
 */
export async function refundUnused({ db, cards }: Pick<Deps, 'db' | 'cards'>): Promise<void> {
  const isOver = sql`use_by < now() - make_interval(hours => ${OFFLINE_HOURS})`;
  const { rows } = await db.execute<{ orderId: string; isLost: boolean }>(sql`
    select distinct v.order_id as "orderId", p.dispute_status is not distinct from 'lost' as "isLost"
    from (select v.order_id from vouchers v join payments p on p.order_id = v.order_id
        where v.status = 'open' and v.charged_amount is not null and v.${isOver} and p.dispute_status is distinct from 'open' and not ${hasClaim('v')}
        order by v.use_by limit ${MAX_UNUSED}) v join payments p on p.order_id = v.order_id`);
  const failures: unknown[] = [];
  for (const { orderId, isLost } of rows)
    await inTransaction(db, async (tx) => {
      // Claims lock their voucher, disputes their order: both are seen by the next statement.
      await tx.execute(sql`select from orders where id = ${orderId} for no key update`);
      await tx.execute(sql`select from vouchers where order_id = ${orderId} order by id for no key update`);
      const isDisputed = sql`exists (select from orders o where o.id = vouchers.order_id and o.disputed_at is not null)`;
      const which = sql`${vouchers}.${isOver} and not ${hasClaim('vouchers')}`;
      await cancelUnits(tx, cards, {
        orderId,
        why: isLost ? 'expired' : 'unused',
        refund: isLost ? null : 'unused',
        actorId: null,
        which: isLost ? which : sql`${which} and not ${isDisputed}`,
      });
    }).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} unused units could not be refunded`);
}

const hasClaim = (table: 'v' | 'vouchers') => sql`exists (select from claims c
  where c.voucher_id = ${sql.raw(table)}.id and c.decided_at is null and c.withdrawn_at is null)`;

/** Reminds buyers of open units, once for each of `REMINDER_DAYS`. */
export async function remindOfVouchers(db: Db): Promise<void> {
  for (const days of REMINDER_DAYS) {
    const day = (more: number) =>
      sql`((now() at time zone 'Europe/Tirane')::date + ${more}::int)::timestamp at time zone 'Europe/Tirane'`;
    await notifyAll(
      db,
      'voucherReminder',
      sql`
      select o.user_id, 'voucherReminder.' || o.id || ${`.${days}`} as key,
        jsonb_build_object('orderId', o.id, 'title', (array_agg(i.title order by v.position))[1],
          'titleEn', (array_agg(i.title_en order by v.position))[1], 'quantity', count(*), 'days', ${days}::int, 'useBy', o.use_by) as data
      from vouchers v join orders o on o.id = v.order_id join order_items i on i.order_id = v.order_id and i.position = v.position
      where v.status = 'open' and v.use_by > ${day(days)} and v.use_by <= ${day(days + 1)}
        and o.user_id is not null and o.disputed_at is null
        and not exists (select from payments p where p.order_id = o.id and p.provider = 'stripe' and not p.is_live)
        and not exists (select from notifications n where n.user_id = o.user_id and n.key = 'voucherReminder.' || o.id || ${`.${days}`})
      group by o.id limit ${MAX_REMINDED}`,
    );
  }
}
