import { type SQL, sql } from 'drizzle-orm';
import type { Settlement } from '#core/contract/admin/settlements.ts';
import { Id } from '#core/contract/shapes.ts';
import { UNDO_PAYOUT_HOURS } from '#core/domain/settlements.ts';
import { type Book, payout, runningMonth, statementJson } from '#server/features/settlements/settlements.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { keyset, pageOf } from '#server/kit/http/pagination.ts';
import { containing } from '#server/kit/http/search-text.ts';

const ownerState = sql`case when o.owner_id is null then 'none'
  when exists (select from account_suspensions a where a.user_id = o.owner_id) then 'held'
  when exists (select from users u where u.id = o.owner_id and u.closed_at is not null) then 'closed' else 'active' end`;

const filters: Record<string, SQL> = {
  toPay: sql`x."ownerState" <> 'held' and x.statement ->> 'status' = 'toPay'`,
  held: sql`x."ownerState" = 'held'`,
  closed: sql`x."ownerState" = 'closed'`,
};

/** Salons with entries, each with its latest statement (`x`). */
const settled = (isTest: boolean, which: SQL) => sql`
  select o.id, o.name, o.slug, ${ownerState} as "ownerState", trim_scale(coalesce(s.closing, 0) + coalesce(e.unclosed, 0)) as balance,
    s.statement, coalesce(s."paidAt" > now() - make_interval(hours => ${UNDO_PAYOUT_HOURS}), false) as "canUndo",
    (select json_build_object('last4', right(b.iban, 4), 'holder', b.holder) from salon_bank_accounts b
      where b.salon_id = o.id and b.owner_id = o.owner_id) as bank
  from salons o
    left join lateral (select sum(amount) as unclosed from ledger_entries e
      where e.salon_id = o.id and e.is_test = ${isTest}::boolean and e.month is null) e on true
    left join lateral (select s.closing, paid."paidAt", ${statementJson}::jsonb as statement from statements s ${payout}
      where s.salon_id = o.id and s.is_test = ${isTest}::boolean order by s.month desc limit 1) s on true
  where (s.closing is not null or e.unclosed is not null) and ${which}`;

const json = sql`json_build_object('salonId', x.id, 'salon', x.name, 'slug', x.slug, 'ownerState', x."ownerState",
  'balance', x.balance, 'statement', x.statement, 'canUndo', x."canUndo", 'bank', x.bank,
  'isPayable', x."ownerState" <> 'held' and coalesce(x.statement ->> 'status' = 'toPay', false))`;

interface Asked {
  q?: string | undefined;
  filter?: string | undefined;
  isTest: boolean;
  page: PageRequest;
}

export async function listSettlements(
  db: Db,
  { q = '', filter = '', isTest, page }: Asked,
): Promise<Page<Settlement[]>> {
  const { behind, ordered, keys } = keyset(
    [
      ['x.name', 'text'],
      ['x.id', 'uuid'],
    ],
    page,
    'asc',
  );
  const which = q ? (Id.safeParse(q).success ? sql`o.id = ${q}` : containing(q, 'o.name')) : sql`true`;
  const { rows } = await db.execute<{ item: Settlement; keys: string }>(sql`
    select ${json} as item, ${keys} from (${settled(isTest, which)}) x
    where ${filters[filter] ?? sql`true`} and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

/** Null for a salon without entries. */
export async function findSettlement(db: Db | Tx, { salonId, isTest }: Book): Promise<Settlement | null> {
  const { rows } = await db.execute<{ item: Settlement }>(
    sql`select ${json} as item from (${settled(isTest, sql`o.id = ${salonId}`)}) x`,
  );
  return rows[0]?.item ?? null;
}

/** Serializes payouts of a salon with the closing of its months. */
export async function lockStatements(tx: Tx, salonId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('statements ' || ${salonId}::text, 0))`);
}

/** Whether a month has ended that is not closed yet: its statement would count what is paid now once more. */
export async function isBehind(tx: Tx, { salonId, isTest }: Book): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`select exists (select from ledger_entries
    where salon_id = ${salonId} and is_test = ${isTest} and month is null
      and created_at < (${runningMonth} || '-01')::timestamp at time zone 'Europe/Tirane') as is`);
  return rows[0]?.is === true;
}

export async function insertPayout(
  tx: Tx,
  { salonId, isTest, month, reference }: Book & { month: string; reference: string },
): Promise<void> {
  await tx.execute(sql`
    insert into ledger_entries (salon_id, is_test, kind, amount, pays, reference)
    select salon_id, is_test, 'payout', -closing, month, ${reference} from statements
    where salon_id = ${salonId} and is_test = ${isTest} and month = ${month}`);
}

/** Whether there was a payout to take back, not older than a day. */
export async function reversePayout(tx: Tx, { salonId, isTest, month }: Book & { month: string }): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into ledger_entries (salon_id, is_test, kind, amount, pays, reference, reverses)
    select e.salon_id, e.is_test, 'payout', -e.amount, e.pays, e.reference, e.id from ledger_entries e
    where e.salon_id = ${salonId} and e.is_test = ${isTest} and e.pays = ${month} and e.reverses is null
      and e.created_at > now() - make_interval(hours => ${UNDO_PAYOUT_HOURS})
      and not exists (select from ledger_entries r where r.reverses = e.id)`);
  return rowCount === 1;
}
