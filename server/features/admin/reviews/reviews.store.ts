import { sql } from 'drizzle-orm';
import type { AdminReview, REVIEW_FILTERS } from '#core/contract/reviews.ts';
import { Id } from '#core/contract/shapes.ts';
import { from, newestReviews, ownFacts } from '#server/features/reviews/reviews.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { pageOf } from '#server/kit/http/pagination.ts';
import { containing } from '#server/kit/http/search-text.ts';

const json = sql`json_build_object(${ownFacts}, 'isUndone', r.undone_at is not null, 'decidedAt', r.decided_at,
  'decidedBy', (select username from users where id = r.decided_by), 'author', (select email from users where id = r.user_id),
  'salon', (select json_build_object('name', s.name, 'slug', s.slug) from salons s where s.id = r.salon_id),
  'reports', coalesce((select json_agg(json_build_object('reason', p.reason, 'text', p.text, 'createdAt', p.created_at,
      'username', u.username) order by p.created_at)
    from review_reports p join users u on u.id = p.user_id where p.voucher_id = r.voucher_id and p.decided_at is null), '[]'))`;

const states = {
  held: sql`r.status = 'held'`,
  reported: sql`r.voucher_id in (select voucher_id from review_reports where decided_at is null)`,
  all: sql`true`,
};

function searched(q: string) {
  const id = Id.safeParse(q).data;
  if (id) return sql`r.voucher_id = ${id}`;
  if (q.includes('@')) return sql`r.user_id = (select id from users where email = ${q.toLowerCase()})`;
  const code = q.replace(/[^0-9a-z]/gi, '').toUpperCase();
  // `salons_alike` is of this expression.
  return sql`(r.voucher_id = (select id from vouchers where code = ${code})
    or r.salon_id in (select id from salons where ${containing(q, 'name')}))`;
}

interface Filter {
  state?: (typeof REVIEW_FILTERS)[number] | undefined;
  q?: string | undefined;
  page: PageRequest;
}

export async function listReviews(db: Db, { state = 'all', q, page }: Filter): Promise<Page<AdminReview[]>> {
  const { behind, ordered, keys } = newestReviews(page);
  const { rows } = await db.execute<{ item: AdminReview; keys: string }>(sql`
    select ${json} as item, ${keys} from ${from}
    where ${states[state]} and ${q ? searched(q) : sql`true`} and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

export async function findReview(db: Db | Tx, voucherId: string): Promise<AdminReview | null> {
  const { rows } = await db.execute<{ item: AdminReview }>(
    sql`select ${json} as item from ${from} where r.voucher_id = ${voucherId}`,
  );
  return rows[0]?.item ?? null;
}
