/** Notifications about deals: new ones for whom they concern, and saved ones that end or become cheaper. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { toLek, toNumeric } from '#core/domain/money.ts';
import type { Deps } from '#server/deps.ts';
import { notifyAll } from '#server/features/notifications/notify.ts';
import { job, recurring } from '#server/kit/jobs/job.ts';

const DAY_MS = 86_400_000;
/** 9:30 or 10:30 in Albania: outside the quiet hours of push notifications in winter and in summer. */
const DIGEST_AT = { hour: 8, minute: 30 };
/** Deals that a digest names. */
const NAMED = 5;
const PARTS = 16;

/** The last time that the digest was due; each covers the day before it, so that a late one repeats nothing. */
function lastDigestAt(now: number): Date {
  const at = new Date(now);
  at.setUTCHours(DIGEST_AT.hour, DIGEST_AT.minute, 0, 0);
  return at.getTime() <= now ? at : new Date(at.getTime() - DAY_MS);
}

/**
 * One digest per user and day: new deals of followed salons, and those of a category and city in which the user has saved
 * deals. Deals that were posted again automatically are not new.
 */
export const dealAlertsNew = recurring({
  name: 'deal-alerts-new',
  cron: `${DIGEST_AT.minute} ${DIGEST_AT.hour} * * *`,
  // One that was due while no worker ran.
  atStart: true,
  run: async ({ db, clock }: Deps) => {
    const until = lastDigestAt(clock.now());
    const from = new Date(until.getTime() - DAY_MS);
    const key = `newDeals.${dayInTirane(until.getTime())}`;
    // In parts, so that no statement takes long.
    for (let part = 0; part < PARTS; part++)
      await notifyAll(db, 'newDeals', digests({ from, until, now: new Date(clock.now()), key, part }));
  },
});

/**
 * Counts and names the deals of each pair of category and city once, not for every user: of a pair are subtracted the user's
 * own deals, saved ones, and those that follow from a followed salon already.
 */
function digests({ from, until, now, key, part }: { from: Date; until: Date; now: Date; key: string; part: number }) {
  const isInPart = (userId: string) => sql`get_byte(uuid_send(${sql.raw(userId)}), 15) % ${PARTS} = ${part}`;
  return sql`
    with fresh as materialized (
      select d.id, d.user_id as owner_id, d.salon_id, d.category, d.city, d.created_at, jsonb_build_object(
        'dealId', d.id, 'title', d.title, 'titleEn', d.title_en, 'salon', d.business_name) as facts
      from deals d
      where d.created_at >= ${from} and d.created_at < ${until} and d.deleted_at is null and deal_is_public(d)
        and not deal_is_sold_out(d.id) and (d.expires_at is null or d.expires_at > ${now})
        and not exists (select from audit_log a where a.subject = 'deal' and a.subject_id = d.id::text
          and a.action = 'deals.repost' and a.at >= ${from})
    ), pairs as materialized (
      select category, city, count(*) as deals from fresh group by category, city
    ), placed as materialized (
      select *, row_number() over (partition by category, city order by created_at desc, id) as place from fresh
    ), liked as (
      select distinct v.user_id, saved.category, saved.city
      from favorites v join deals saved on saved.id = v.deal_id where ${isInPart('v.user_id')} and v.created_at < ${until}
    ), followed as materialized (
      select f.user_id, d.* from salon_follows f join fresh d on d.salon_id = f.salon_id
      where ${isInPart('f.user_id')} and f.created_at < ${until} and d.owner_id is distinct from f.user_id
    ), known as (
      select user_id, category, city, count(distinct id) as deals from (
        select user_id, category, city, id from followed
        union all select owner_id, category, city, id from fresh where owner_id is not null
        union all select v.user_id, d.category, d.city, d.id from fresh d join favorites v on v.deal_id = d.id
      ) k group by user_id, category, city
    ), counted as (
      select user_id, count(*) as deals from followed group by user_id
      union all
      select l.user_id, p.deals - coalesce(k.deals, 0) from liked l join pairs p using (category, city)
      left join known k on k.user_id = l.user_id and k.category = l.category and k.city = l.city
    ), totals as (
      select user_id, sum(deals) as deals from counted group by user_id
    ), named as (
      select user_id, true as is_followed, id, created_at, facts from followed
      union all
      select l.user_id, false, d.id, d.created_at, d.facts
      from liked l join placed d on d.category = l.category and d.city = l.city and d.place <= ${2 * NAMED}
      where d.owner_id is distinct from l.user_id
        and not exists (select from followed f where f.user_id = l.user_id and f.id = d.id)
        and not exists (select from favorites v where v.user_id = l.user_id and v.deal_id = d.id)
    ), ranked as (
      select *, row_number() over (partition by user_id order by is_followed desc, created_at desc, id) as place from named
    )
    select r.user_id, ${key} as key, jsonb_build_object('count', t.deals, 'isFollowed', bool_or(r.is_followed),
      'deals', jsonb_agg(r.facts order by r.place)) as data
    from ranked r join totals t on t.user_id = r.user_id where r.place <= ${NAMED} group by r.user_id, t.deals`;
}

/** Who saved the public deal `d`, and the facts of it. */
const saved = sql`favorites v on v.deal_id = d.id and v.user_id is not null and d.user_id is distinct from v.user_id`;

/** Saved deals that end within a day. Who saved it within its last day, or a deal that runs no longer, knows it. */
export const dealAlertsEnding = recurring({
  name: 'deal-alerts-ending',
  cron: '*/15 * * * *',
  run: async ({ db, clock }: Deps) => {
    const now = new Date(clock.now());
    await notifyAll(
      db,
      'dealEnding',
      sql`
      select v.user_id, 'dealEnding.' || d.id || '.' || extract(epoch from d.expires_at)::bigint as key,
        jsonb_build_object('dealId', d.id, 'title', d.title, 'titleEn', d.title_en,
          'expiresAt', to_char(d.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as data
      from deals d join ${saved}
      where not d.is_over and d.expires_at > ${now} and d.expires_at <= ${new Date(now.getTime() + DAY_MS)}
        and deal_is_public(d) and not deal_is_sold_out(d.id) and d.created_at < d.expires_at - interval '1 day' - interval '1 minute'
        and v.created_at < d.expires_at - interval '1 day'`,
    );
  },
});

/** Tells whoever saved a deal that it has become cheaper, once a day, unless the price was changed again. Qindarka. */
export const dealAlertsPriceDrop = job({
  name: 'deal-alerts-price-drop',
  payload: z.object({ dealId: z.uuid(), price: z.int(), before: z.int() }),
  run: async ({ db, clock }: Deps, { dealId, price, before }) => {
    await notifyAll(
      db,
      'priceDrop',
      sql`
      select v.user_id, ${`priceDrop.${dealId}.${dayInTirane(clock.now())}`} as key,
        jsonb_build_object('dealId', d.id, 'title', d.title, 'titleEn', d.title_en,
          'price', ${toLek(price)}::numeric, 'before', ${toLek(before)}::numeric) as data
      from deals d join ${saved}
      where d.id = ${dealId} and d.price = ${toNumeric(price)}::numeric and not d.is_over
        and (d.expires_at is null or d.expires_at > now()) and deal_is_public(d) and not deal_is_sold_out(d.id)`,
    );
  },
});

export const feature = { jobs: [dealAlertsNew, dealAlertsEnding, dealAlertsPriceDrop] };
