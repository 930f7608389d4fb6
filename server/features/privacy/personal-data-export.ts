/** The file with everything that is stored about a person: one part per table with personal data, one row per line. */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { Pool } from 'pg';
import { type TablePolicy, tablePolicies } from '#db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { keyedQueue } from '#server/kit/concurrency.ts';
import { AppError } from '#server/kit/http/errors.ts';

/** Parts of several tables, or of chosen columns. `$1` is the user; secrets and hashes are in none. */
const customQueries: Record<string, string> = {
  account: `select id, username, display_name, email, role, can_post_deals, is_active, language, email_verified_at,
    terms_accepted_at, terms_version, stripe_customer_id, stripe_subscription_id, password_hash is not null as has_password, created_at
    from users where id = $1`,
  sessions: `select s.id, s.sess -> 'rememberMe' as remember_me, d.name as device, s.created_at, s.expire
    from sessions s left join devices d on d.id = s.device_id where s.user_id = $1 order by s.created_at`,
  favorites: `select f.deal_id, d.title, f.session_id, f.created_at from favorites f join deals d on d.id = f.deal_id
    where f.user_id = $1 order by f.created_at`,
  cart: `select i.deal_id, d.title, i.quantity, i.added_price, i.session_id, i.created_at, i.removed_at from cart_items i
    join deals d on d.id = i.deal_id where i.user_id = $1 order by i.created_at`,
  orders: `select o.id, o.session_id, o.stripe_payment_intent_id, o.total_amount, o.charged_amount, o.charged_currency, o.exchange_rate,
    o.status, o.payment_method, o.failed_reason, o.disputed_at, o.created_at, o.use_by,
    (select json_agg(i order by i.position) from (select position, deal_id, option, title, title_en, image_url, business_name, price,
      original_price, discount, quantity, address, city, phone from order_items where order_id = o.id) i) as items
    from orders o where o.user_id = $1 order by o.created_at`,
  payments: `select id, session_id, provider, provider_payment_id, status, items, total_amount, total_currency, charged_amount,
    charged_currency, exchange_rate, order_id, disputed_at, dispute_status, created_at, closed_at
    from payments where user_id = $1 order by created_at`,
  refunds: `select r.order_id, r.position, r.voucher_id, r.amount, r.currency, r.reason, r.status, r.provider_refund_id, r.created_at, r.settled_at,
    r.requested_by = $1 as was_requested_by_you
    from refunds r join orders o on o.id = r.order_id where $1 in (o.user_id, r.requested_by) order by r.created_at`,
  messages: `select contact_email, order_id, subject, message, status, created_at, read_at, admin_reply, replied_at from support_messages
    where user_id = $1 or user_id is null and contact_email = (select email from users where id = $1 and email_verified_at is not null)
    order by created_at`,
  memberships: `select plan, status, posts_used, posts_limit, stripe_subscription_id, current_period_start, current_period_end,
    payment_override_by is not null as was_gift, created_at, updated_at from memberships where user_id = $1 order by created_at`,
  salons: `select s.*, (select json_agg(h) from (select weekday, opens, closes from salon_hours where salon_id = s.id) h) as hours
    from salons s where s.owner_id = $1`,
  deals: `select id, salon_id, title, title_en, description, description_en, business_name, business_info, business_info_en, social_link,
    phone, image_url, price, original_price, category, city, address, distance, hours, expires_at, is_active, is_hidden, reposts_left,
    deleted_at, created_at from deals where user_id = $1 order by created_at`,
  sales: `select order_id, position, deal_id, title, price, quantity from order_items where dealer_id = $1`,
  auditEvents: `select at, action, subject, subject_id, detail, actor_id = $1 as was_done_by_you from audit_log
    where actor_id = $1 or (subject = 'user' and subject_id = $1::text) order by at`,
  closedAccountNotices:
    'select email, language, created_at from closed_account_notices where email = (select email from users where id = $1)',
};

/** All columns of the rows that a person owns, but the owner and secrets. */
function ownRows({ table, personalData }: TablePolicy): Record<string, string> {
  if (!personalData?.part) return {};
  const { part, owner, secret = [] } = personalData;
  const columns = Object.values(getTableColumns(table));
  const shown = columns.filter((column) => column !== owner && !secret.includes(column)).map(({ name }) => name);
  const order = columns.find(({ name }) => name === 'created_at') ?? columns.find(({ name }) => name === 'id');
  const sorted = order ? `order by ${order.name}` : '';
  return { [part]: `select ${shown} from ${getTableName(table)} where ${owner.name} = $1 ${sorted}` };
}

export const exportQueries: Record<string, string> = Object.assign({}, ...tablePolicies.map(ownRows), customQueries);

/** Exports that run at once in this process: each holds a connection, and a file in memory. */
const CONCURRENT_EXPORTS = 2;
/** After so many seconds an export that is running is mostly done. */
const RETRY_SECONDS = 5;
const ROWS_PER_FETCH = 1000;

/** `exportPersonalData` with limited concurrency: others are refused at once and told when to retry. */
export function limitedExport(parts: Pick<Deps, 'pool' | 'clock'>): (userId: string) => Promise<File> {
  const full = () => new AppError(429, 'privacy.exportsFull', { retryAfter: RETRY_SECONDS });
  const queue = keyedQueue({ concurrency: CONCURRENT_EXPORTS, maxWaiting: 0, full });
  return (userId) => queue('all', () => exportPersonalData(parts, userId));
}

export async function exportPersonalData({ pool, clock }: Pick<Deps, 'pool' | 'clock'>, userId: string): Promise<File> {
  const now = new Date(clock.now()).toISOString();
  // One text per batch: a file made of one text per row would block the event loop for a second.
  const texts = [`{\n"exportedAt": ${JSON.stringify(now)}`];
  let latest = '';
  for await (const { part, rows } of readParts(pool, userId)) {
    const written = rows.map((row) => JSON.stringify(withCamelCaseKeys(row))).join(',\n');
    if (part !== latest) texts.push(`${latest && '\n]'},\n${JSON.stringify(part)}: [${written && '\n'}${written}`);
    else if (written) texts.push(`,\n${written}`);
    latest = part;
  }
  texts.push('\n]\n}\n');
  return new File(texts, `bukuri-${now.slice(0, 10)}.json`, { type: 'application/json' });
}

/** All parts from one snapshot, in batches. Of one account one export runs at a time, on all nodes. */
async function* readParts(pool: Pool, userId: string): AsyncGenerator<{ part: string; rows: unknown[] }> {
  const client = await pool.connect();
  let isOver = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    const lock = `select pg_try_advisory_xact_lock(hashtextextended('export ' || $1, 0)) as free`;
    const locked = await client.query<{ free: boolean }>(lock, [userId]);
    if (!locked.rows[0]?.free) {
      await client.query('rollback');
      isOver = true;
      throw new AppError(429, 'privacy.exporting', { retryAfter: RETRY_SECONDS });
    }
    for (const [part, statement] of Object.entries(exportQueries)) {
      const each = `select row_to_json(x) as row from (${statement}) x`;
      await client.query(`declare part no scroll cursor for ${each}`, [userId]);
      for (let found = ROWS_PER_FETCH; found === ROWS_PER_FETCH; ) {
        const { rows } = await client.query(`fetch ${ROWS_PER_FETCH} from part`);
        found = rows.length;
        yield { part, rows: rows.map(({ row }) => row) };
      }
      await client.query('close part');
    }
    await client.query('commit');
    isOver = true;
  } finally {
    client.release(!isOver);
  }
}

/** Names as in the API. */
function withCamelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCamelCaseKeys);
  if (typeof value !== 'object' || value === null) return value;
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [camelCase(name), withCamelCaseKeys(inner)]));
}
