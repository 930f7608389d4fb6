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

/** The last time that the digest was due; each covers the day before it, so that a late one loses and repeats nothing. */
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
    await notifyAll(
      db,
      'newDeals',
      sql`
      with fresh as (
        select d.* from deals d
        where d.created_at >= ${from} and d.created_at < ${until} and d.deleted_at is null and deal_is_public(d)
          and (d.expires_at is null or d.expires_at > ${new Date(clock.now())})
          and not exists (select from audit_log a where a.subject = 'deal' and a.subject_id = d.id::text
            and a.action = 'deals.repost' and a.at >= ${from})
      ), wanted as (
        select f.user_id, d.id, true as is_followed from fresh d join salon_follows f on f.salon_id = d.salon_id
        union all
        select s.user_id, d.id, false from fresh d join (
          select distinct v.user_id, saved.category, saved.city from favorites v join deals saved on saved.id = v.deal_id
          where v.user_id is not null) s on s.category = d.category and s.city = d.city
      ), ranked as (
        select w.user_id, d.id, d.title, d.title_en, d.business_name, bool_or(w.is_followed) as is_followed,
          row_number() over (partition by w.user_id order by bool_or(w.is_followed) desc, d.created_at desc, d.id) as place
        from wanted w join fresh d on d.id = w.id and d.user_id is distinct from w.user_id
        group by w.user_id, d.id, d.title, d.title_en, d.business_name, d.created_at
      )
      select user_id, ${`newDeals.${dayInTirane(until.getTime())}`} as key, jsonb_build_object('count', count(*),
        'isFollowed', bool_or(is_followed),
        'deals', jsonb_agg(jsonb_build_object('dealId', id, 'title', title, 'titleEn', title_en, 'salon', business_name)
          order by place) filter (where place <= ${NAMED})) as data
      from ranked group by user_id`,
    );
  },
});

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
        and deal_is_public(d) and d.created_at < d.expires_at - interval '1 day' - interval '1 minute'
        and v.created_at < d.expires_at - interval '1 day'`,
    );
  },
});

/** Tells whoever saved a deal that it has become cheaper, unless the price was changed again. Qindarka. */
export const dealAlertsPriceDrop = job({
  name: 'deal-alerts-price-drop',
  payload: z.object({ dealId: z.uuid(), price: z.int(), before: z.int() }),
  run: async ({ db }: Deps, { dealId, price, before }) => {
    await notifyAll(
      db,
      'priceDrop',
      sql`
      select v.user_id, ${`priceDrop.${dealId}.${price}`} as key,
        jsonb_build_object('dealId', d.id, 'title', d.title, 'titleEn', d.title_en,
          'price', ${toLek(price)}::numeric, 'before', ${toLek(before)}::numeric) as data
      from deals d join ${saved}
      where d.id = ${dealId} and d.price = ${toNumeric(price)}::numeric and not d.is_over
        and (d.expires_at is null or d.expires_at > now()) and deal_is_public(d)`,
    );
  },
});
