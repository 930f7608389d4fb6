import pg from 'pg';
import { listReviews } from '#server/features/admin/reviews/reviews.store.ts';
import { listShown } from '#server/features/reviews/reviews.store.ts';
import { findSalonJson, listSalonDeals } from '#server/features/salons/salons.store.ts';
import { createDb } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { type Figure, median, ms, type Part, quantile } from './report.ts';
import { openScratch } from './scratch.ts';

const ALL = 1_000_000;
const OF_SALON = 50_000;
const ROUNDS = 100;
const BUDGET_MS = 30;

/** What the page of a salon with 50,000 reviews among 1,000,000 asks for, and the lists of administrators, without HTTP. */
export const reviews: Part = {
  name: 'reviews',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const url = await scratch.withDeals(1000);
    await fill(url);
    const pool = createPool({ url, max: 4 });
    opened.defer(() => pool.end());
    const db = createDb(pool);
    const page = { limit: 10, cursor: null };
    const list = (cursor: string | null) => listShown(db, { slug: 'salloni', page: { limit: 10, cursor } });
    const { rows } = await pool.query<{ keys: string }>(`
      select json_build_array((extract(epoch from created_at) * 1000000)::bigint, voucher_id)::text as keys
      from reviews where salon_id = '${SALON}' order by created_at desc offset ${OF_SALON / 2} limit 1`);
    const middle = Buffer.from(rows[0]?.keys ?? '').toString('base64url');
    const questions = {
      'page of the salon': () =>
        Promise.all([findSalonJson(pool, 'salloni'), list(null), listSalonDeals(db, { slug: 'salloni', page })]),
      'page in the middle': () => list(middle),
      'admin: newest': () => listReviews(db, { page }),
      'admin: held': () => listReviews(db, { state: 'held', page }),
      'admin: reported': () => listReviews(db, { state: 'reported', page }),
      'admin: of a salon': () => listReviews(db, { q: 'salloni', page }),
    };
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(questions)) figures.push(await measured(what, ask));
    return figures;
  },
};

async function measured(what: string, ask: () => Promise<unknown>): Promise<Figure> {
  await ask();
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await ask();
    took.push(performance.now() - began);
  }
  const p95 = quantile(took, 0.95);
  const value = `median ${ms(median(took))}, p95 ${ms(p95)}`;
  return { what: `reviews, ${what}`, value, budget: `p95 <= ${BUDGET_MS} ms`, isOk: p95 <= BUDGET_MS };
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(FILL);
    await client.query('vacuum (analyze) reviews, vouchers, order_items, salons, salon_ratings');
  } finally {
    await client.end();
  }
}

const SALON = '00000000-0000-4000-8000-000000000001';
const ORDER = '00000000-0000-4000-8000-000000000002';

/** Without triggers and foreign keys: all units are of one order of 1,000 lines; every twentieth review is of the salon. */
const FILL = `
  set session_replication_role = replica;
  insert into salons (id, slug, name, address, city) values ('${SALON}', 'salloni', 'Salloni', '', 'tirana');
  update deals set salon_id = '${SALON}' where id in (select id from deals limit 40);
  insert into order_items (order_id, position, deal_id, title, business_name, price, discount, quantity)
    select '${ORDER}', n, (select id from deals order by id offset n - 1 limit 1), 'Prerje', 'Salloni', 1000, 0, 99 from generate_series(1, 1000) n;
  insert into vouchers (id, order_id, position, unit, code, salon_id, cash_due, status, redeemed_at, redeemed_by, use_by)
    select gen_random_uuid(), '${ORDER}', 1 + n / 1000, 1 + n % 1000, voucher_code(n),
      case when n % ${ALL / OF_SALON} = 0 then '${SALON}' else md5((n % 20000)::text)::uuid end, 1000, 'redeemed', now(), '${ORDER}', now()
    from generate_series(0, ${ALL - 1}) n;
  insert into reviews (voucher_id, salon_id, line_id, stars, text, language, status, created_at)
    select id, salon_id, id, 1 + (unit % 5), case when unit % 3 > 0 then repeat('Shumë e kënaqur. ', 1 + unit % 8) else '' end, 'sq',
      case when unit % 500 = 7 then 'held' else 'published' end, now() - (position * 1000 + unit) * interval '7 seconds'
    from vouchers;
  insert into review_replies (voucher_id, text) select voucher_id, 'Faleminderit!' from reviews where stars = 5;
  insert into review_reports (voucher_id, user_id, reason)
    select voucher_id, gen_random_uuid(), 'other' from reviews order by created_at limit 300;
  insert into salon_ratings (salon_id, n1, n2, n3, n4, n5) values ('${SALON}', 10000, 10000, 10000, 10000, 10000);
  set session_replication_role = default;
`;
