/** Asks buyers for a review, and keeps the order of deals by rating up to date. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#server/deps.ts';
import { notifyAll } from '#server/features/notifications/notify.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { recurring } from '#server/kit/jobs/job.ts';

/** Orders per run. */
const MAX_ASKED = 5_000;
/** Hours after the redemption. */
const ASKED_AFTER = 24;
/** Older redemptions are not asked about, such as those before there were reviews. */
const ASKED_WITHIN = 72;

export const reviewsAsk = recurring({
  name: 'reviews-ask',
  cron: '7,17,27,37,47,57 * * * *',
  run: ({ db }: Deps) => askForReviews(db),
});

export const reviewsRank = recurring({ name: 'reviews-rank', cron: '41 3 * * *', run: ({ db }: Deps) => rank(db) });

/** Asks the buyers of units that were redeemed a day ago, once for each order and salon. */
export async function askForReviews(db: Db): Promise<void> {
  const key = sql`'reviewAsked.' || v.order_id || '.' || v.salon_id`;
  await notifyAll(
    db,
    'reviewAsked',
    sql`
      select v.user_id, ${key} as key, jsonb_build_object('orderId', v.order_id, 'salon', (array_agg(i.business_name))[1],
        'title', (array_agg(i.title order by v.redeemed_at, v.position))[1],
        'titleEn', (array_agg(i.title_en order by v.redeemed_at, v.position))[1]) as data
      from vouchers v join order_items i on i.order_id = v.order_id and i.position = v.position
        join salons s on s.id = v.salon_id and s.owner_id is distinct from v.user_id
      where v.status = 'redeemed' and v.user_id is not null
        and v.redeemed_at <= now() - make_interval(hours => ${ASKED_AFTER})
        and v.redeemed_at > now() - make_interval(hours => ${ASKED_WITHIN})
        and not exists (select from reviews r where r.voucher_id = v.id)
        and not exists (select from notifications n where n.user_id = v.user_id and n.key = ${key})
      group by v.user_id, v.order_id, v.salon_id limit ${MAX_ASKED}`,
  );
}

/** The mean of the shop moves with every review: the ranks of salons without new ones follow once a day. */
async function rank(db: Db): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`select salon_id as id from salon_ratings order by salon_id`);
  const failures: unknown[] = [];
  for (const { id } of rows)
    await inTransaction(db, async (tx) => {
      // Waits for reviews under way, which hold this row: an older rating must not replace theirs.
      await tx.execute(sql`select from salon_ratings where salon_id = ${id} for share`);
      await tx.execute(sql`select copy_salon_rating(${id})`);
    }).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} salons could not be ranked`);
}
