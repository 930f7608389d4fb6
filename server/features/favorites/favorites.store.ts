import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { favorites } from '#db/schema.ts';
import type { Db, Tx } from '#server/deps.ts';
import { addLikes, dealCardJson } from '#server/features/deals/deals.store.ts';
import { JsonText } from '#server/kit/http/serve.ts';

/** Most deals one guest may keep. */
const MAX_GUEST_FAVORITES = 100;

/** Whose favourites: a signed-in user's, or, with no user, a guest's under the session id. Never both. */
type Keeper = { userId: string | null; sessionId: string };
type Wish = Keeper & { dealId: string };
type Kept = { id: string; dealId: string; sessionId: string };

const ownRows = ({ userId, sessionId }: Keeper) =>
  userId === null ? and(isNull(favorites.userId), eq(favorites.sessionId, sessionId)) : eq(favorites.userId, userId);

/** Whoever holds this is alone with these favourites until the transaction ends. */
const lockKeeper = (tx: Tx, { userId, sessionId }: Keeper) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`favorites ${userId ?? sessionId}`}, 0))`);

export async function listFavorites(db: Db, userId: string): Promise<JsonText> {
  const { rows } = await db.execute<{ list: string }>(sql`
    select coalesce(json_agg(json_build_object(
      'id', f.id, 'dealId', d.id, 'sessionId', f.session_id, 'deal', ${sql.raw(dealCardJson)}
    ) order by f.created_at desc, f.id desc), '[]')::text as list
    from favorites f join deals d on d.id = f.deal_id
    where f.user_id = ${userId} and d.is_active and not d.is_hidden and d.deleted_at is null`);
  return new JsonText(rows[0]?.list ?? '[]');
}

/** Keeps a deal; one that is kept already stays as it is. `absent` when nobody may see the deal, `full` when a guest has no room. */
export async function addFavorite(tx: Tx, wish: Wish): Promise<Kept | 'absent' | 'full'> {
  await lockKeeper(tx, wish);
  const visible = sql`id = ${wish.dealId} and is_active and not is_hidden and deleted_at is null`;
  const { rows } = await tx.execute(sql`select 1 from deals where ${visible}`);
  if (rows.length === 0) return 'absent';
  const [kept] = await tx.select(kindOfKept).from(favorites).where(oneOf(wish));
  if (kept) return kept;
  if (wish.userId === null && (await tx.$count(favorites, ownRows(wish))) >= MAX_GUEST_FAVORITES) return 'full';
  const favorite = { ...wish, id: v7() };
  await tx.insert(favorites).values(favorite);
  await addLikes(tx, wish.dealId, 1);
  return favorite;
}

export async function removeFavorite(tx: Tx, wish: Wish): Promise<void> {
  await lockKeeper(tx, wish);
  const removed = await tx.delete(favorites).where(oneOf(wish)).returning({ id: favorites.id });
  if (removed.length > 0) await addLikes(tx, wish.dealId, -1);
}

const kindOfKept = { id: favorites.id, dealId: favorites.dealId, sessionId: favorites.sessionId };
const oneOf = (wish: Wish) => and(ownRows(wish), eq(favorites.dealId, wish.dealId));

/** The guest's deals join the account; what the account already has is dropped together with its like. */
export async function adoptGuestFavorites(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await lockKeeper(tx, { userId: null, sessionId });
  await lockKeeper(tx, { userId, sessionId });
  const { rows: dropped } = await tx.execute<{ deal_id: string }>(sql`
    delete from favorites f where user_id is null and session_id = ${sessionId}
      and exists (select 1 from favorites where user_id = ${userId} and deal_id = f.deal_id)
    returning deal_id`);
  await tx
    .update(favorites)
    .set({ userId })
    .where(ownRows({ userId: null, sessionId }));
  for (const dealId of dropped.map((row) => row.deal_id).sort()) await addLikes(tx, dealId, -1);
}
