import { type SQL, sql } from 'drizzle-orm';
import type { AdminClaim, Claim } from '#core/contract/claims.ts';
import { ANSWER_DAYS, CLAIM_DAYS } from '#core/domain/vouchers.ts';
import { notifyAll } from '#server/features/notifications/notify.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';

/** Tables `c` (claims), `v` and `i` of its voucher and item. */
const from = sql`claims c join vouchers v on v.id = c.voucher_id
  join order_items i on i.order_id = v.order_id and i.position = v.position`;

const answerBy = sql`c.created_at + make_interval(days => ${ANSWER_DAYS})`;

const claimJson = sql`jsonb_build_object('id', c.id, 'voucherId', c.voucher_id, 'kind', c.kind, 'text', c.text,
  'state', case when c.decided_at is not null then 'decided' when c.answered_at is not null then 'answered' else 'waitingForSalon' end,
  'answer', c.answer, 'decision', c.decision, 'reason', c.reason, 'createdAt', c.created_at, 'answerBy', ${answerBy},
  'title', i.title, 'titleEn', i.title_en, 'salon', i.business_name, 'orderId', v.order_id)`;

const isOpen = sql`c.decided_at is null and c.withdrawn_at is null`;

const adminJson = sql`${claimJson} || jsonb_build_object(
  'isDue', ${isOpen} and claim_is_due(c),
  'buyer', (select email from users where id = c.user_id), 'charged', trim_scale(v.charged_amount / 100.0),
  'decidedBy', (select username from users where id = c.decided_by))`;

export async function findClaim(db: Db, which: SQL): Promise<Claim | null> {
  const { rows } = await db.execute<{ item: Claim }>(sql`select ${claimJson} as item from ${from} where ${which}`);
  return rows[0]?.item ?? null;
}

/** @param whose - condition on table `c` */
export async function listClaims(db: Db, { whose, page }: { whose: SQL; page: PageRequest }): Promise<Page<Claim[]>> {
  const { behind, ordered, keys } = newestFirst('c', page);
  const { rows } = await db.execute<{ item: Claim; keys: string }>(sql`
    select ${claimJson} as item, ${keys} from ${from} where ${whose} and c.withdrawn_at is null and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

export async function listAllClaims(
  db: Db,
  { state, page }: { state: 'open' | 'decided' | undefined; page: PageRequest },
): Promise<Page<AdminClaim[]>> {
  const { behind, ordered, keys } = newestFirst('c', page);
  const isIn = { open: isOpen, decided: sql`c.decided_at is not null`, all: sql`c.withdrawn_at is null` }[
    state ?? 'all'
  ];
  const { rows } = await db.execute<{ item: AdminClaim; keys: string }>(sql`
    select ${adminJson} as item, ${keys} from ${from} where ${isIn} and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

export async function findAdminClaim(db: Db, id: string): Promise<AdminClaim | null> {
  const { rows } = await db.execute<{ item: AdminClaim }>(
    sql`select ${adminJson} as item from ${from} where c.id = ${id}`,
  );
  return rows[0]?.item ?? null;
}

interface About {
  userId: string | null;
  salonId: string | null;
  status: 'open' | 'redeemed' | 'canceled';
  isLate: boolean;
  isOver: boolean;
}

/** The voucher of a claim, which is locked; with `userId` only of this buyer. */
export async function lockVoucher(
  tx: Tx,
  { voucherId, userId }: { voucherId: string; userId?: string },
): Promise<About | null> {
  const { rows } = await tx.execute<About & Record<string, unknown>>(sql`
    select v.user_id as "userId", v.salon_id as "salonId", v.status,
      coalesce(v.redeemed_at, now()) < now() - make_interval(days => ${CLAIM_DAYS}) as "isLate",
      v.status = 'canceled' or o.disputed_at is not null or voucher_is_refunded(v) as "isOver"
    from vouchers v join orders o on o.id = v.order_id
    where v.id = ${voucherId} and v.user_id = coalesce(${userId ?? null}::uuid, v.user_id) for no key update of v`);
  return rows[0] ?? null;
}

/** Tells the owner of the salon, or the buyer, or with a decision both. */
export async function notifyOfClaim(
  tx: Tx,
  kind: 'claimOpened' | 'claimAnswered' | 'claimDecided',
  id: string,
): Promise<void> {
  const facts = sql`jsonb_build_object('orderId', v.order_id, 'title', i.title, 'titleEn', i.title_en)
    || case when c.decided_at is null then '{}' else jsonb_build_object('decision', c.decision, 'reason', c.reason) end`;
  const key = sql`${`${kind}.`} || c.id`;
  const ofBuyer = sql`select c.user_id, ${key} as key, ${facts} || '{"isBuyer": true}' as data
    from ${from} where c.id = ${id} and c.user_id is not null`;
  const ofSalon = sql`select s.owner_id, ${key} as key, ${facts} || '{"isBuyer": false}' as data
    from ${from} join salons s on s.id = c.salon_id
    where c.id = ${id} and s.owner_id is not null and s.owner_id is distinct from c.user_id`;
  const rows = { claimOpened: ofSalon, claimAnswered: ofBuyer, claimDecided: sql`${ofBuyer} union all ${ofSalon}` }[
    kind
  ];
  await notifyAll(tx, kind, sql`select who.* from (${rows}) who (user_id, key, data)`);
}
