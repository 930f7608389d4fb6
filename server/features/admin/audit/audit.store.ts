import { type SQL, sql } from 'drizzle-orm';
import type { AuditEvent } from '#core/contract/admin/audit.ts';
import { Id } from '#core/contract/shapes.ts';
import { readPurchaseId } from '#core/domain/purchase-id.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { keyset, pageOf } from '#server/kit/http/pagination.ts';

const isUuid = sql.raw(`a.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`);
const label = sql`case when ${isUuid} then case a.subject
  when 'deal' then (select title from deals where id = a.subject_id::uuid)
  when 'user' then (select username from users where id = a.subject_id::uuid)
  when 'salon' then (select name from salons where id = a.subject_id::uuid)
  when 'category' then (select name from categories where id = a.subject_id::uuid)
  when 'order' then (select stripe_payment_intent_id from orders where id = a.subject_id::uuid)
  when 'voucher' then (select o.stripe_payment_intent_id from vouchers v join orders o on o.id = v.order_id
    where v.id = a.subject_id::uuid)
  when 'dealerRequest' then (select u.username from dealer_requests r join users u on u.id = r.user_id
    where r.id = a.subject_id::uuid)
  when 'membership' then (select u.username from memberships m join users u on u.id = m.user_id
    where m.id = a.subject_id::uuid)
  when 'supportMessage' then (select coalesce(u.username, m.contact_email) from support_messages m
    left join users u on u.id = m.user_id where m.id = a.subject_id::uuid)
  when 'announcement' then a.detail ->> 'title' when 'till' then a.detail ->> 'name' end end`;

const whose: Record<'admins' | 'users' | 'system', SQL> = {
  admins: sql`a.actor_id in (select id from users where role = 'admin')`,
  users: sql`a.actor_id in (select id from users where role = 'user')`,
  system: sql`a.actor_id is null`,
};

function searched(q: string): SQL {
  if (Id.safeParse(q).success) return sql`(a.subject_id = ${q.toLowerCase()} or a.actor_id = ${q})`;
  if (q.includes('@')) {
    const user = sql`(select id from users where email = ${q.toLowerCase()})`;
    return sql`(a.actor_id = ${user} or a.subject_id = ${user}::text)`;
  }
  // No action has a digit or `bk` in its name.
  const bought = q.startsWith('pi_') ? q : /\d|bk/i.test(q) && readPurchaseId(q);
  if (bought)
    return sql`a.subject_id in (${bought}, (select id::text from orders where stripe_payment_intent_id = ${bought}))`;
  return sql`a.action like ${`${q.replace(/[\\%_]/g, '\\$&')}%`}`;
}

interface Filters {
  q?: string | undefined;
  by?: '' | keyof typeof whose | undefined;
  person?: string | undefined;
  day?: string | undefined;
  page: PageRequest;
}

const midnight = (day: SQL) => sql`((${day})::timestamp at time zone 'Europe/Tirane')`;

export async function listAuditEvents(db: Db, { q = '', by, person, day, page }: Filters): Promise<Page<AuditEvent[]>> {
  const { behind, ordered, keys } = keyset(
    [
      ['a.at', 'instant'],
      ['a.id', 'uuid'],
    ],
    page,
    'desc',
  );
  const conditions = [
    ...(q ? [searched(q)] : []),
    ...(by ? [whose[by]] : []),
    ...(person
      ? [sql`a.actor_id in (select id from users where ${person.toLowerCase()} in (email, lower(username)))`]
      : []),
    ...(day ? [sql`a.at >= ${midnight(sql`${day}::date`)} and a.at < ${midnight(sql`${day}::date + 1`)}`] : []),
    behind,
  ];
  const { rows } = await db.execute<{ item: AuditEvent; keys: string }>(sql`
    select json_build_object('id', a.id, 'at', a.at, 'action', a.action, 'subject', a.subject, 'subjectId', a.subject_id,
        'detail', a.detail, 'label', ${label},
        'actor', (select json_build_object('id', u.id, 'username', u.username) from users u where u.id = a.actor_id)) as item,
      ${keys}
    from audit_log a where ${sql.join(conditions, sql` and `)} ${ordered}`);
  return pageOf(rows, page);
}
