import { and, eq, sql } from 'drizzle-orm';
import type { DealerRequest } from '#core/contract/admin/requests.ts';
import type { OwnDealerRequest } from '#core/contract/dealers.ts';
import { Id } from '#core/contract/shapes.ts';
import { isNiptWellFormed } from '#core/domain/accounts.ts';
import { dealerRequests } from '#db/schema/dealers.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { keyset, pageOf } from '#server/kit/http/pagination.ts';
import { containing } from '#server/kit/http/search-text.ts';

export type Decision = 'approved' | 'rejected';
type Row = typeof dealerRequests.$inferSelect;

const OWN_LIMIT = 20;

/** SQL (table alias `r`) for the JSON of an `OwnDealerRequest`. */
const ownJson = sql`jsonb_build_object('id', r.id, 'userId', r.user_id, 'nipt', r.nipt, 'phone', r.phone, 'email', r.email,
  'status', r.status, 'requestedAt', r.requested_at, 'reviewedAt', r.reviewed_at, 'notes', r.notes)`;

/** SQL (table aliases `r`, `u`) for the JSON of a `DealerRequest`, without what follows from the others. */
const fullJson = sql`${ownJson} || jsonb_build_object('reviewedBy', r.reviewed_by, 'user', jsonb_build_object(
  'username', u.username, 'email', u.email, 'isEmailVerified', u.email_verified_at is not null),
  'activity', jsonb_build_object('registeredAt', u.created_at,
    'orders', (select count(*) from orders o where o.user_id = u.id),
    'earlierRequests', (select count(*) from dealer_requests e
      where e.user_id = u.id and (e.requested_at, e.id) < (r.requested_at, r.id))))`;

const toDealerRequest = (json: Omit<DealerRequest, 'isNiptWellFormed'>): DealerRequest => ({
  ...json,
  isNiptWellFormed: isNiptWellFormed(json.nipt),
});

/** Null if the user has a pending one. */
export async function addRequest(
  tx: Tx,
  request: Pick<Row, 'userId' | 'nipt' | 'phone' | 'email'>,
): Promise<OwnDealerRequest | null> {
  const [added] = await tx.insert(dealerRequests).values(request).onConflictDoNothing().returning();
  if (!added) return null;
  const { rows } = await tx.execute<{ json: OwnDealerRequest }>(
    sql`select ${ownJson} as json from dealer_requests r where id = ${added.id}`,
  );
  return rows[0]?.json ?? null;
}

export async function listOwnRequests(db: Db, userId: string): Promise<OwnDealerRequest[]> {
  const { rows } = await db.execute<{ json: OwnDealerRequest }>(sql`
    select ${ownJson} as json from dealer_requests r where user_id = ${userId}
    order by requested_at desc, id desc limit ${OWN_LIMIT}`);
  return rows.map(({ json }) => json);
}

interface Filters {
  q: string | undefined;
  status: Row['status'] | undefined;
}

export async function listRequests(db: Db, { q, status }: Filters, page: PageRequest): Promise<Page<DealerRequest[]>> {
  const { behind, ordered, keys } = keyset(
    [
      ["(r.status = 'pending')", 'boolean'],
      ['r.requested_at', 'instant'],
      ['r.id', 'uuid'],
    ],
    page,
    'desc',
  );
  const isStatus = status ? sql`r.status = ${status}` : sql`true`;
  const isFound = q
    ? sql`(r.id = ${Id.safeParse(q).data ?? null} or ${containing(q, "concat_ws(' ', u.username, u.email, r.nipt, u.id)")})`
    : sql`true`;
  const { rows } = await db.execute<{ item: DealerRequest; keys: string }>(sql`
    select ${fullJson} as item,
      ${keys}
    from dealer_requests r join users u on u.id = r.user_id where ${behind} and ${isStatus} and ${isFound}
    ${ordered}`);
  return pageOf(
    rows.map(({ item, keys }) => ({ item: toDealerRequest(item), keys })),
    page,
  );
}

export async function findRequest(db: Db, id: string): Promise<DealerRequest | null> {
  const { rows } = await db.execute<{ json: DealerRequest }>(sql`
    select ${fullJson} as json from dealer_requests r join users u on u.id = r.user_id where r.id = ${id}`);
  return rows[0] ? toDealerRequest(rows[0].json) : null;
}

export async function lockRequest(tx: Tx, id: string): Promise<Row | null> {
  const [row = null] = await tx.select().from(dealerRequests).where(eq(dealerRequests.id, id)).for('update');
  return row;
}

/** Locks the pending request of a user; null if there is none. */
export async function lockPendingRequest(tx: Tx, userId: string): Promise<Row | null> {
  const isIt = and(eq(dealerRequests.userId, userId), eq(dealerRequests.status, 'pending'));
  const [row = null] = await tx.select().from(dealerRequests).where(isIt).for('update');
  return row;
}

interface Review {
  status: Decision;
  adminId: string;
  notes: string | null;
}

export async function markReviewed(
  tx: Tx,
  { requestId, status, adminId, notes }: Review & { requestId: string },
): Promise<void> {
  const review = { status, notes, reviewedAt: sql`now()`, reviewedBy: adminId };
  await tx.update(dealerRequests).set(review).where(eq(dealerRequests.id, requestId));
}

/** Turns the approved request of a user into a rejected one. */
export async function closeApprovedRequest(
  tx: Tx,
  { userId, adminId, notes }: { userId: string; adminId: string; notes: string },
): Promise<void> {
  const isIt = and(eq(dealerRequests.userId, userId), eq(dealerRequests.status, 'approved'));
  const review = { status: 'rejected' as const, notes, reviewedAt: sql`now()`, reviewedBy: adminId };
  await tx.update(dealerRequests).set(review).where(isIt);
}

/** What an administrator wrote to this decision. */
export async function findNotes(
  db: Db,
  { requestId, status }: { requestId: string; status: Decision },
): Promise<string | null> {
  const isIt = and(eq(dealerRequests.id, requestId), eq(dealerRequests.status, status));
  const [row] = await db.select({ notes: dealerRequests.notes }).from(dealerRequests).where(isIt);
  return row?.notes ?? null;
}
