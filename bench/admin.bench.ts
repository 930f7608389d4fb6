import pg from 'pg';
import { listAuditEvents } from '#server/features/admin/audit/audit.store.ts';
import { listAllCategories } from '#server/features/admin/categories/categories.service.ts';
import { listAdminDeals, listReportedDeals, listSalons } from '#server/features/admin/deals/deals.store.ts';
import { listAdminOrders, listPayments, listReview } from '#server/features/admin/money/money.store.ts';
import { findOverview } from '#server/features/admin/overview/overview.store.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { type Figure, median, ms, type Part, quantile } from './report.ts';
import { openScratch } from './scratch.ts';

const SIZE = 100_000;
const ROUNDS = 20;
const BUDGET_MS = 50;

/** Lists of the admin panel among 100,000 deals, users, payments and orders of each kind, and audit events, without HTTP. */
export const admin: Part = {
  name: 'admin',
  run: async () => {
    await using opened = new AsyncDisposableStack();
    const scratch = await openScratch();
    opened.defer(scratch.stop);
    const url = await scratch.withDeals(SIZE);
    await fill(url);
    const pool = createPool({ url, max: 4 });
    opened.defer(() => pool.end());
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(questions(createDb(pool)))) figures.push(await measured(what, ask));
    return figures;
  },
};

const page = { limit: 50, cursor: null };
const cards = { takesTestCards: true };

const questions = (db: Db): Record<string, () => Promise<unknown>> => ({
  'deals: newest': () => listAdminDeals(db, { page }),
  'deals: 100 at once': () => listAdminDeals(db, { page: { limit: 100, cursor: null } }),
  'deals: frequent word': () => listAdminDeals(db, { q: 'manikyr', page }),
  'deals: two words': () => listAdminDeals(db, { q: 'studio masazh', page }),
  'deals: no match': () => listAdminDeals(db, { q: 'zhvxq', page }),
  'deals: email of the owner': () => listAdminDeals(db, { q: 'user77@example.al', page }),
  'deals: hidden': () => listAdminDeals(db, { state: 'hidden', page }),
  'deals: featured in a city': () => listAdminDeals(db, { state: 'featured', city: 'korce', page }),
  'deals: expired': () => listAdminDeals(db, { state: 'expired', page }),
  'deals: reported': () => listAdminDeals(db, { state: 'reported', page }),
  'deals: without an owner, one category': () => listAdminDeals(db, { state: 'ownerless', category: 'spa', page }),
  'payments that need a person': () => listReview(db, 'sandbox'),
  reports: () => listReportedDeals(db, { q: undefined, page }),
  salons: () => listSalons(db, { q: 'studio', page }),
  categories: () => listAllCategories(db),
  'orders: newest': () => listAdminOrders(db, { ...cards, page }),
  'orders: salon': () => listAdminOrders(db, { ...cards, q: 'studio al', page }),
  'orders: buyer': () => listAdminOrders(db, { ...cards, q: 'user77@example.al', page }),
  'orders: refunded': () => listAdminOrders(db, { ...cards, status: 'refunded', page }),
  'orders: by card of a salon': () => listAdminOrders(db, { ...cards, q: 'studio al', method: 'card', page }),
  'payments: newest': () => listPayments(db, { q: '', page }),
  'payments: salon': () => listPayments(db, { q: 'studio al', page }),
  'audit: newest of administrators': () => listAuditEvents(db, { by: 'admins', page }),
  'audit: action': () => listAuditEvents(db, { q: 'deals.h', page }),
  'audit: email': () => listAuditEvents(db, { q: 'user77@example.al', page }),
  'overview of 90 days': () => findOverview(db, { days: 90, now: Date.now(), provider: 'sandbox' }),
});

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
  return { what: `admin, ${what}`, value, budget: `p95 <= ${BUDGET_MS} ms`, isOk: p95 <= BUDGET_MS };
}

/** Users, of each deal an order in cash and one by card, audit events; every hundredth deal is hidden, some are reported. */
async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(FILL);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

const FILL = `
  insert into users (id, username, email, role, created_at)
    select gen_random_uuid(), 'user' || n || '@example.al', 'user' || n || '@example.al',
      case when n < 5 then 'admin' else 'user' end, now() - n * interval '1 minute'
    from generate_series(1, ${SIZE}) n;
  update deals set user_id = (select id from users where email = 'user77@example.al')
    where id in (select id from deals order by id limit 30);
  update deals set is_hidden = true where id in (select id from deals order by id desc limit 1000);
  insert into deal_reports (id, deal_id, reporter, reason)
    select gen_random_uuid(), id, 'guest ' || id, 'price' from deals order by id limit 200;
  begin;
  create temp table made as select gen_random_uuid() as id, gen_random_uuid() as version, d.id as deal_id, d.business_name,
      d.price, u.id as user_id, method, case method when 'card' then 'pi_' else 'BK-' end || n as intent, n,
      now() - n * interval '2 minutes' as made_at
    from (select *, row_number() over () as n from deals) d join (select *, row_number() over () as n from users) u using (n),
      (values ('cash'), ('card')) methods (method);
  insert into orders (id, session_id, user_id, stripe_payment_intent_id, cart_version, total_amount, status, payment_method,
      created_at, use_by, charged_amount, charged_currency, exchange_rate)
    select id, 'session_1', user_id, intent, version, price, 'completed', method, made_at, now() + interval '30 days', charged.*
    from made left join lateral (select round(price), 'USD', 100) charged on method = 'card';
  insert into order_items (order_id, position, deal_id, title, business_name, price, discount, quantity)
    select id, 1, deal_id, 'Titull', business_name, price, 0, 1 from made;
  insert into payments (id, user_id, session_id, cart_version, provider, is_live, provider_payment_id, status, items,
      total_amount, charged_amount, exchange_rate, order_id, created_at, closed_at)
    select gen_random_uuid(), user_id, 'session_1', version, 'sandbox', false, intent, 'paid', '[]', 100 * price, round(price),
      100, id, made_at, made_at from made where method = 'card';
  insert into refunds (id, payment_id, order_id, position, amount, reason, status, settled_at)
    select gen_random_uuid(), id, order_id, 1, charged_amount, 'requested', 'succeeded', now() from payments
    where provider_payment_id like '%00';
  commit;
  insert into audit_log (id, at, actor_id, action, subject, subject_id)
    select gen_random_uuid(), now() - n * interval '1 minute', user_id,
      case when n % 1000 = 0 then 'deals.hide' else 'orders.confirm' end, 'order', id::text from made where method = 'cash';
  insert into audit_log (id, at, action, subject, subject_id, detail)
    select gen_random_uuid(), created_at, case when provider_payment_id like '%000' then 'payments.mismatch' else 'payments.settle' end,
      'payment', id::text, json_build_object('intent', provider_payment_id) from payments;
`;
