import pg from 'pg';
import { findFigures } from '#server/features/figures/figures.store.ts';
import { createDb } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { type Figure, median, ms, type Part, quantile } from './report.ts';
import { openScratch } from './scratch.ts';

const ALL = 1_000_000;
const OF_SALON = 10_000;
const ROUNDS = 60;
const BUDGET_MS = 50;

/** Figures of a salon with 10,000 vouchers among 1,000,000, all sold within 400 days, without HTTP. */
export const figures: Part = {
  name: 'figures',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const url = await scratch.withDeals(1000);
    await fill(url);
    const pool = createPool({ url, max: 2 });
    opened.defer(() => pool.end());
    const db = createDb(pool);
    const { rows } = await pool.query<{ id: string }>('select id from deals where salon_id = $1 limit 1', [SALON]);
    const large = { userId: OWNER, salonId: SALON, takesTestCards: false };
    const small = { userId: ORDER, salonId: OTHER, takesTestCards: false };
    const now = Date.now();
    const ask = (scope: typeof large & { dealId?: string | undefined }, days: number) => () =>
      findFigures(db, { scope, days, now });
    const questions = {
      '7 days': ask(large, 7),
      '30 days': ask(large, 30),
      '90 days': ask(large, 90),
      'a deal of 250, 90 days': ask({ ...large, dealId: rows[0]?.id }, 90),
      'a salon of 50 vouchers, 90 days': ask(small, 90),
    };
    const found: Figure[] = [];
    for (const [what, one] of Object.entries(questions)) found.push(await measured(what, one));
    return found;
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
  return { what: `figures, ${what}`, value, budget: `p95 <= ${BUDGET_MS} ms`, isOk: p95 <= BUDGET_MS };
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(FILL);
    await client.query('vacuum (analyze) reviews, vouchers, order_items, payments, refunds, deal_days, deals, salons');
  } finally {
    await client.end();
  }
}

const [SALON, ORDER, OWNER] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`) as [
  string,
  string,
  string,
];
/** `md5('1')`, the salon of every 20,000th voucher. */
const OTHER = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';

/** Without triggers and foreign keys: each unit is an order of its own, a third of them paid by card. */
const FILL = `
  set session_replication_role = replica;
  insert into salons (id, slug, name, address, city) values ('${SALON}', 'salloni', 'Salloni', '', 'tirana');
  update deals set salon_id = '${SALON}', user_id = '${OWNER}' where id in (select id from deals limit 40);
  create temp table own as select id, row_number() over () - 1 as n from deals where salon_id = '${SALON}';
  create temp table sold as
    select n, gen_random_uuid() as id, n % ${ALL / OF_SALON} = 0 as is_own, n % 3 = 0 as is_card,
      case when n % ${ALL / OF_SALON} = 0 then '${SALON}'::uuid else md5((n % 20000)::text)::uuid end as salon_id,
      md5('buyer' || n % 300000)::uuid as buyer, now() - (n::float8 / ${ALL}) * interval '400 days' as at
    from generate_series(0, ${ALL - 1}) n;
  insert into order_items (order_id, position, deal_id, dealer_id, salon_id, title, business_name, price, discount, quantity)
    select s.id, 1, coalesce(o.id, s.salon_id), case when is_own then '${OWNER}'::uuid else s.salon_id end, s.salon_id, 'Prerje', 'Salloni', 1000, 0, 1
    from sold s left join own o on s.is_own and o.n = s.n / ${ALL / OF_SALON} % 40;
  insert into vouchers (id, order_id, position, unit, code, salon_id, user_id, cash_due, charged_amount, status, redeemed_at, redeemed_by, created_at, use_by)
    select gen_random_uuid(), id, 1, 1, voucher_code(n), salon_id, buyer, case when not is_card then 1000 end, case when is_card then 1000 end,
      case when n % 10 < 7 then 'redeemed' else 'open' end, case when n % 10 < 7 then at + interval '3 days' end,
      case when n % 10 < 7 then '${OWNER}'::uuid end, at, at + interval '31 days' from sold;
  insert into payments (id, user_id, session_id, cart_version, provider, provider_payment_id, is_live, status, items, total_amount, charged_amount, charged_currency, exchange_rate, order_id, created_at, closed_at)
    select gen_random_uuid(), buyer, 'session_1', gen_random_uuid(), 'stripe', 'pi_' || n, true, 'paid', '[]', 1000, 10, 'USD', 95.4, id, at, at
    from sold where is_card;
  insert into refunds (id, payment_id, order_id, voucher_id, amount, currency, reason, status, created_at, settled_at)
    select gen_random_uuid(), p.id, p.order_id, v.id, 10, 'USD', 'claim', 'succeeded', p.created_at, p.created_at
    from payments p join vouchers v on v.order_id = p.order_id where right(p.provider_payment_id, 2) = '06';
  insert into reviews (voucher_id, salon_id, line_id, stars, text, language, status, created_at)
    select id, salon_id, id, 5, '', 'sq', 'published', redeemed_at from vouchers where status = 'redeemed' and unit = 1 and right(code, 1) < 'G';
  insert into deal_days (deal_id, day, views, saves, carts)
    select id, to_char(now() - n * interval '1 day', 'YYYY-MM-DD'), 9, 3, 2 from deals cross join generate_series(0, 399) n;
  set session_replication_role = default;
`;
