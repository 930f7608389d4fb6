import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { sessions as endpoints, type Session } from '#core/contract/accounts/sessions.ts';
import { devices, sessions } from '#db/schema/sign-in.ts';
import type { Deps } from '#server/deps.ts';
import { lockSignedIn } from '#server/features/users/owner.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { securityEventLogger } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { endOtherSessions, endSessionOf, MOST_SESSIONS } from '#server/kit/http/sessions.ts';
import type { Limits } from '#server/kit/limits/limits.ts';

const sessionsLimits = {
  /** Only calls that ended sessions, as each writes an audit event. */
  endings: { max: 20, seconds: 3600, isExact: true, countedInTransaction: true },
} as const satisfies Limits;

function sessionsRoutes(serve: Serve, { db, log, limiter, sessions: { cookie } }: Deps): void {
  const tell = securityEventLogger(log);

  serve(endpoints.list, ({ user }) => listSessions(db, user));

  serve(endpoints.end, async ({ params: { id }, user, request, reply }) => {
    const ended = await inTransaction(db, async (tx) => {
      await lockSignedIn(tx, user);
      const session = await endSessionOf(tx, { userId: user.id, id });
      if (session) await writeAudit(tx, auditEventOf(user.id, 'sessions.end'));
      return session;
    });
    if (ended) tell('sessions.end', { request, userId: user.id });
    if (ended?.sessionKey === user.sessionKey) cookie.clear(reply);
    return { success: true as const };
  });

  serve(endpoints.endOthers, async ({ user, actor, request }) => {
    const ended = await inTransaction(db, async (tx) => {
      await lockSignedIn(tx, user);
      const count = await endOtherSessions(tx, { userId: user.id, sessionKey: user.sessionKey });
      if (count === 0) return 0;
      await limiter.attemptIn(tx, { name: 'endings', key: actor.key });
      await writeAudit(tx, { ...auditEventOf(user.id, 'sessions.endOthers'), detail: { ended: count } });
      return count;
    });
    if (ended > 0) tell('sessions.endOthers', { request, userId: user.id });
    return { success: true as const };
  });
}

const auditEventOf = (userId: string, action: string) => ({
  actorId: userId,
  action,
  subject: 'user',
  subjectId: userId,
});

export async function listSessions(db: Db, { id, sessionKey }: { id: string; sessionKey: string }): Promise<Session[]> {
  const isThis = sql<boolean>`${sessions.sid} = ${sessionKey}`;
  const rows = await db
    .select({
      id: sessions.id,
      device: sql<string | null>`nullif(${devices.name}, '')`,
      signedInAt: sessions.createdAt,
      expiresAt: sessions.expire,
      isThis,
    })
    .from(sessions)
    .leftJoin(devices, eq(devices.id, sessions.deviceId))
    .where(and(eq(sessions.userId, id), gt(sessions.expire, sql`now()`)))
    .orderBy(desc(isThis), desc(sessions.createdAt), sessions.id)
    .limit(MOST_SESSIONS);
  return rows.map(({ signedInAt, expiresAt, ...session }) => ({
    ...session,
    signedInAt: signedInAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

export const feature = { contract: { sessions: endpoints }, routes: sessionsRoutes, limits: sessionsLimits };
