import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Favorite } from '#core/contract/favorites.ts';
import { favorites } from '#db/schema/shopping.ts';
import { dealCardJson } from '#server/features/deals/deals.store.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { Page } from '#server/kit/http/answer.ts';
import type { PageRequest } from '#server/kit/http/input.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';

const MAX_GUEST_FAVORITES = 100;

/** Owner of favorites: an account or a guest's browser. */
export type FavoriteOwner = { userId: string; browser: null } | { userId: null; browser: string };
type NewFavorite = FavoriteOwner & { dealId: string; sessionId: string };
type AddedFavorite = { id: string; dealId: string; sessionId: string; isNew: boolean };

const ownRows = ({ userId, browser }: FavoriteOwner) =>
  userId === null ? and(isNull(favorites.userId), eq(favorites.browser, browser)) : eq(favorites.userId, userId);

/** Serializes changes of these favorites until the transaction ends. */
const lockOwnerOf = (tx: Tx, { userId, browser }: FavoriteOwner) => lock(tx, `favorites ${userId ?? browser}`);
const lock = (tx: Tx, name: string) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);

export async function listFavorites(db: Db, keeper: FavoriteOwner, page: PageRequest): Promise<Page<Favorite[]>> {
  const { behind, ordered, keys } = newestFirst('favorites', page);
  const { rows } = await db.execute<{ item: Favorite; keys: string }>(sql`
    select json_build_object(
      'id', favorites.id, 'dealId', d.id, 'sessionId', session_id, 'deal', ${sql.raw(dealCardJson)}
    ) as item, ${keys}
    from favorites join deals d on d.id = deal_id
    where ${ownRows(keeper)} and deal_is_public(d) and ${behind} ${ordered}`);
  return pageOf(rows, page);
}

/**
 * Idempotent. `absent`: the deal is not public; `full`: the guest has the maximum. `likedFrom`: key of the guest's address
 * and day.
 */
export async function addFavorite(
  tx: Tx,
  { likedFrom, ...target }: NewFavorite & { likedFrom: string | null },
): Promise<AddedFavorite | 'absent' | 'full'> {
  await lockOwnerOf(tx, target);
  const { rows } = await tx.execute(sql`select from deals d where id = ${target.dealId} and deal_is_public(d)`);
  if (rows.length === 0) return 'absent';
  const [kept] = await tx.select(kindOfKept).from(favorites).where(oneOf(target));
  if (kept) return { ...kept, isNew: false };
  if (target.userId === null && (await tx.$count(favorites, ownRows(target))) >= MAX_GUEST_FAVORITES) return 'full';
  const isLike = likedFrom === null || (await isFirstLikeOfDay(tx, { dealId: target.dealId, likedFrom }));
  const id = v7();
  await tx.insert(favorites).values({ ...target, id, likedFrom, isLike });
  return { id, dealId: target.dealId, sessionId: target.sessionId, isNew: true };
}

/** Whether it is the first like from there that day; locked until the transaction ends. */
async function isFirstLikeOfDay(
  tx: Tx,
  { dealId, likedFrom }: { dealId: string; likedFrom: string },
): Promise<boolean> {
  await lock(tx, `like ${dealId} ${likedFrom}`);
  const before = and(eq(favorites.dealId, dealId), eq(favorites.likedFrom, likedFrom), favorites.isLike);
  return (await tx.$count(favorites, before)) === 0;
}

export async function removeFavorite(tx: Tx, target: FavoriteOwner & { dealId: string }): Promise<void> {
  await lockOwnerOf(tx, target);
  await tx.delete(favorites).where(oneOf(target));
}

const kindOfKept = { id: favorites.id, dealId: favorites.dealId, sessionId: favorites.sessionId };
const oneOf = (target: FavoriteOwner & { dealId: string }) => and(ownRows(target), eq(favorites.dealId, target.dealId));

/** Moves guest favorites to the account, without duplicates. */
export async function adoptGuestFavorites(
  tx: Tx,
  { userId, browser }: { userId: string; browser: string },
): Promise<void> {
  const guest: FavoriteOwner = { userId: null, browser };
  await lockOwnerOf(tx, guest);
  await lockOwnerOf(tx, { userId, browser: null });
  await tx.execute(sql`
    delete from favorites f where user_id is null and browser = ${browser}
      and exists (select 1 from favorites where user_id = ${userId} and deal_id = f.deal_id)`);
  await tx.update(favorites).set({ userId, browser: null, likedFrom: null, isLike: true }).where(ownRows(guest));
}
