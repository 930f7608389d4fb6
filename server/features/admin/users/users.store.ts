import { desc, eq, sql } from 'drizzle-orm';
import type { adminUsers, ListedUser } from '#core/contract/admin/users.ts';
import type { AnswerOf } from '#core/contract/endpoint.ts';
import { bannerOf, isEnded } from '#core/domain/memberships.ts';
import { dealerRequests } from '#db/schema/dealers.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import { containing } from '#server/kit/http/search-text.ts';

type Kind = 'client' | 'business';

/** Administrators may post deals too. */
const kinds = {
  client: sql`not u.can_post_deals and u.role = 'user'`,
  business: sql`(u.can_post_deals or u.role = 'admin')`,
} satisfies Record<Kind, unknown>;

/** Active or suspended, not closed. */
const isOpen = sql`(u.is_active or exists (select from account_suspensions s where s.user_id = u.id))`;

type Stored = Omit<ListedUser, 'membership'> & {
  membership: Omit<NonNullable<ListedUser['membership']>, 'isInGrace'> | null;
};

export async function listUsers(
  db: Db,
  { q, kind, now }: { q: string | undefined; kind: Kind | undefined; now: number },
  page: PageRequest,
): Promise<Page<ListedUser[]>> {
  const { behind, ordered, keys } = newestFirst('u', page);
  const isKind = kind ? kinds[kind] : sql`true`;
  // The expression of the index `users_alike`.
  const isFound = q ? containing(q, "u.username || ' ' || u.email || ' ' || u.id::text") : sql`true`;
  const { rows } = await db.execute<{ item: Stored; keys: string }>(sql`
    with page as (select u.*, ${keys} from users u where ${isOpen} and ${behind} and ${isKind} and ${isFound} ${ordered})
    select json_build_object('id', p.id, 'username', p.username, 'email', p.email, 'role', p.role,
      'canPostDeals', p.can_post_deals, 'isActive', p.is_active, 'createdAt', p.created_at,
      'isEmailVerified', p.email_verified_at is not null, 'membership', m.json,
      'cashRestrictedUntil', cash_restricted_until(p.id),
      'suspension', (select json_build_object('reason', reason, 'createdAt', created_at)
        from account_suspensions where user_id = p.id)) as item, p.keys
    from page p left join lateral (
      select json_build_object('plan', plan, 'status', status, 'currentPeriodEnd', current_period_end,
        'isPaid', (select p.method from membership_periods p where p.membership_id = memberships.id
          order by p.created_at desc limit 1) is distinct from 'gift') as json
      from memberships where user_id = p.id
      order by (status in ('active', 'canceling', 'past_due')) desc, created_at desc, id desc limit 1) m on true
    order by p.created_at desc, p.id desc`);
  return pageOf(
    rows.map(({ item, keys }) => ({ item: withState(item, now), keys })),
    page,
  );
}

/** As the membership of its owner, which has ended before the job marks it. */
function withState({ membership, ...user }: Stored, now: number): ListedUser {
  if (!membership) return { ...user, membership };
  const term = { ...membership, currentPeriodEnd: new Date(membership.currentPeriodEnd) };
  const isMarked = membership.status === 'expired' || membership.status === 'canceled';
  return {
    ...user,
    membership: {
      ...membership,
      status: isEnded(term, now) && !isMarked ? 'expired' : membership.status,
      isInGrace: bannerOf(term, now) === 'grace',
      isPaid: membership.isPaid === true && !isMarked && !isEnded(term, now),
    },
  };
}

export async function countUsers(db: Db): Promise<AnswerOf<typeof adminUsers.counts>> {
  const { rows } = await db.execute<{ counts: AnswerOf<typeof adminUsers.counts> }>(sql`
    select json_build_object('clients', count(*) filter (where ${kinds.client}),
      'business', count(*) filter (where u.can_post_deals and u.role = 'user'),
      'admins', count(*) filter (where u.role = 'admin')) as counts from users u where ${isOpen}`);
  const [row] = rows;
  if (!row) throw new Error('an aggregate always has a row');
  return row.counts;
}

/** What the latest dealer request says; null without one. */
export async function findBusiness(
  db: Db,
  userId: string,
): Promise<{ nipt: string; phone: string | null; email: string | null } | null> {
  const { nipt, phone, email, requestedAt, id } = dealerRequests;
  const [row = null] = await db
    .select({ nipt, phone, email })
    .from(dealerRequests)
    .where(eq(dealerRequests.userId, userId))
    .orderBy(desc(requestedAt), desc(id))
    .limit(1);
  return row;
}
