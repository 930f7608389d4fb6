import { sql } from 'drizzle-orm';
import type { Tx } from '#server/deps.ts';

const lockGuest = (tx: Tx, sessionId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`favorites:${sessionId}`}, 0))`);

/** The guest's deals join the account; what the account already has is dropped together with its like. */
export async function adoptGuestFavorites(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await lockGuest(tx, sessionId);
  await tx.execute(sql`
    with guest as (
      delete from favorites where user_id is null and session_id = ${sessionId} returning id, session_id, deal_id, created_at
    ), joined as (
      insert into favorites (id, user_id, session_id, deal_id, created_at)
      select id, ${userId}::uuid, session_id, deal_id, created_at from guest order by deal_id
      on conflict (user_id, deal_id) where user_id is not null do nothing
      returning deal_id
    )
    update deals set likes = greatest(likes - 1, 0)
    where id in (select id from deals where id in (select deal_id from guest except select deal_id from joined) order by id for no key update)`);
}
