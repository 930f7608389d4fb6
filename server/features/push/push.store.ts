import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Subscription } from '#core/contract/push.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions } from '#db/schema/sign-in.ts';
import type { PushTarget } from '#server/gateways/push/push.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { SignedIn } from '#server/kit/http/sessions.ts';

const isOfSession = ({ sessionKey }: SignedIn) =>
  sql`${pushSubscriptions.sessionId} = (select id from sessions where sid = ${sessionKey})`;

export async function findEndpoint(db: Db, user: SignedIn): Promise<string | null> {
  const { endpoint } = pushSubscriptions;
  const [row] = await db.select({ endpoint }).from(pushSubscriptions).where(isOfSession(user));
  return row?.endpoint ?? null;
}

/** One per session, and one per browser. False if the session has ended. */
export async function saveSubscription(tx: Tx, user: SignedIn, subscription: Subscription): Promise<boolean> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.sid, user.sessionKey), gt(sessions.expire, sql`now()`)))
    .for('no key update');
  if (!session) return false;
  const row = { ...subscription, userId: user.id, sessionId: session.id };
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, session.id), ne(pushSubscriptions.endpoint, subscription.endpoint)));
  await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...row, seenAt: sql`now()` } });
  return true;
}

export async function removeSubscription(db: Db, user: SignedIn): Promise<void> {
  await db.delete(pushSubscriptions).where(isOfSession(user));
}

/** Of sessions that have not expired. */
export function findTargets(db: Db, userId: string): Promise<(PushTarget & { id: string })[]> {
  const { id, endpoint, p256dh, auth } = pushSubscriptions;
  return db
    .select({ id, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), gt(sessions.expire, sql`now()`)))
    .where(eq(pushSubscriptions.userId, userId));
}

/** Unless the browser has subscribed anew meanwhile. */
export async function deleteGone(db: Db, { id, endpoint }: { id: string; endpoint: string }): Promise<void> {
  await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.endpoint, endpoint)));
}
