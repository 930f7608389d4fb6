/** Statements of the card takings of salons. */
import { sql } from 'drizzle-orm';
import type { Statement, StatementLine } from '#core/contract/settlements.ts';
import { MIN_PAYOUT } from '#core/domain/settlements.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { keyset, pageOf } from '#server/kit/http/pagination.ts';

/** Test entries have statements of their own, which count only while test cards are taken. */
export interface Book {
  salonId: string;
  isTest: boolean;
}

/** SQL for the calendar month in Albania of an instant. */
export const monthOf = (instant: string) => sql.raw(`to_char(${instant} at time zone 'Europe/Tirane', 'YYYY-MM')`);
export const runningMonth = monthOf('now()');

/** SQL (table `s` of statements) for the payout that was not taken back. */
export const payout = sql`left join lateral (
  select p.created_at as "paidAt", p.reference from ledger_entries p
  where (p.salon_id, p.pays, p.is_test) = (s.salon_id, s.month, s.is_test) and p.reverses is null
    and not exists (select from ledger_entries u where u.reverses = p.id)) paid on true`;

/** SQL for the status of `s`: of an open account less than the minimum is carried, of a closed one nothing that is owed. */
export const statusOf = sql`case
  when paid.reference is not null then 'paid'
  when s.closing <= 0 or exists (select from statements n
    where n.salon_id = s.salon_id and n.is_test = s.is_test and n.month > s.month) then 'carried'
  when s.closing < ${MIN_PAYOUT} and not exists (select from salons o join users u on u.id = o.owner_id
    where o.id = s.salon_id and u.closed_at is not null) then 'carried'
  else 'toPay' end`;

export const statementJson = sql`json_build_object('month', s.month, 'opening', trim_scale(s.opening), 'sum', trim_scale(s.sum),
  'closing', trim_scale(s.closing), 'status', ${statusOf}, 'paidAt', paid."paidAt", 'reference', paid.reference)`;

export async function listStatements(db: Db, { salonId, isTest }: Book): Promise<Statement[]> {
  const { rows } = await db.execute<{ item: Statement }>(sql`
    select ${statementJson} as item from statements s ${payout}
    where s.salon_id = ${salonId} and s.is_test = ${isTest} order by s.month desc limit 240`);
  return rows.map(({ item }) => item);
}

/** Entries of a statement, or those that would be in it if it were closed now. */
const ofMonth = ({
  salonId,
  isTest,
  month,
}: Book & { month: string }) => sql`e.salon_id = ${salonId} and e.is_test = ${isTest}
  and (e.month = ${month} or (e.month is null and ${monthOf('e.created_at')} <= ${month}
    and not exists (select from statements n where n.salon_id = e.salon_id and n.is_test = e.is_test and n.month >= ${month})))`;

/** Null where nothing happened in the month. */
export async function readStatement(
  db: Db | Tx,
  { month, ...book }: Book & { month: string },
): Promise<(Statement & { salon: string }) | null> {
  const { salonId, isTest } = book;
  const { rows } = await db.execute<{ item: Statement & { salon: string } }>(sql`
    select ${statementJson}::jsonb || jsonb_build_object('salon', o.name) as item
    from statements s join salons o on o.id = s.salon_id ${payout}
    where s.salon_id = ${salonId} and s.month = ${month} and s.is_test = ${isTest}
    union all
    select jsonb_build_object('salon', o.name, 'month', ${month}::text, 'status', 'open', 'paidAt', null, 'reference', null,
      'opening', trim_scale(l.opening), 'sum', trim_scale(e.sum), 'closing', trim_scale(l.opening + e.sum))
    from salons o
      cross join lateral (select coalesce((select closing from statements s where s.salon_id = o.id and s.is_test = ${isTest}
        order by month desc limit 1), 0) as opening) l
      cross join lateral (select sum(e.amount) as sum from ledger_entries e where ${ofMonth({ month, ...book })} and e.month is null) e
    where o.id = ${salonId} and e.sum is not null`);
  return rows[0]?.item ?? null;
}

const MAX_LINES = 200;

/** A page of lines, oldest first. */
export async function listLines(
  db: Db | Tx,
  { cursor, limit = MAX_LINES, ...statement }: Book & { month: string; cursor: string | null; limit?: number },
): Promise<{ items: StatementLine[]; next: string | null }> {
  const page = { limit, cursor };
  const { behind, ordered, keys } = keyset(
    [
      ['e.created_at', 'instant'],
      ['e.id', 'uuid'],
    ],
    page,
    'asc',
  );
  const { rows } = await db.execute<{ item: StatementLine; keys: string }>(sql`
    select json_build_object('day', to_char(e.created_at at time zone 'Europe/Tirane', 'YYYY-MM-DD'), 'kind', e.kind,
      'title', i.title, 'titleEn', i.title_en, 'unit', coalesce(right(v.code, 4), e.reference), 'amount', trim_scale(e.amount)) as item, ${keys}
    from ledger_entries e left join vouchers v on v.id = e.voucher_id
      left join order_items i on i.order_id = v.order_id and i.position = v.position
    where ${ofMonth(statement)} and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

/** All lines in batches, for files. */
export async function* statementLines(db: Db, statement: Book & { month: string }): AsyncGenerator<StatementLine[]> {
  let cursor: string | null = null;
  do {
    const { items, next } = await listLines(db, { ...statement, cursor, limit: 1_000 });
    yield items;
    cursor = next;
  } while (cursor !== null);
}

/** Of the salon's present owner; null without one. */
export async function findBank(db: Db | Tx, salonId: string): Promise<{ iban: string; holder: string } | null> {
  const { rows } = await db.execute<{ iban: string; holder: string }>(sql`
    select b.iban, b.holder from salon_bank_accounts b join salons s on s.id = b.salon_id and s.owner_id = b.owner_id
    where b.salon_id = ${salonId}`);
  return rows[0] ?? null;
}
