import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Session } from '#core/contract/sessions.ts';
import { devices, sessions } from '#db/schema/sign-in.ts';
import type { Db } from '#server/kit/db/db.ts';
import { MOST_SESSIONS } from '#server/kit/http/sessions.ts';

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
