import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { tills as endpoints } from '#core/contract/tills.ts';
import { MAX_TILLS } from '#core/domain/vouchers.ts';
import { tills } from '#db/schema/vouchers.ts';
import type { Deps } from '#server/deps.ts';
import { findSalonId, lockSalon } from '#server/features/salons/salons.store.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { digestOf } from '#server/kit/digest.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { isTillOpen } from '#server/kit/http/till-sessions.ts';
import type { Limits } from '#server/kit/limits/limits.ts';

const LINK_MINUTES = 10;

const tillsLimits = { tillLinks: { max: 60, seconds: 600, per: 'address' } } as const satisfies Limits;

/** Open ones, and those whose link can be opened. */
const isLive = sql.raw(`(${isTillOpen} or revoked_at is null and opened_at is null and link_expires_at > now())`);

async function requireSalon(db: Db, userId: string): Promise<string> {
  const salonId = await findSalonId(db, userId);
  if (salonId === null) throw new AppError(403, 'redeem.noSalon');
  return salonId;
}

function tillsRoutes(serve: Serve, { db, config, tills: cookies }: Deps): void {
  serve(endpoints.list, async ({ user }) => {
    const salonId = await requireSalon(db, user.id);
    const rows = await db
      .select()
      .from(tills)
      .where(and(eq(tills.salonId, salonId), eq(tills.ownerId, user.id), isLive))
      .orderBy(desc(tills.id));
    return rows.map(({ id, name, createdAt, openedAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      openedAt: openedAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }));
  });

  serve(endpoints.add, ({ user, body: { name } }) =>
    inTransaction(db, async (tx) => {
      const salonId = await requireSalon(tx, user.id);
      // Serializes additions: at most so many per salon.
      await lockSalon(tx, salonId);
      if ((await tx.$count(tills, and(eq(tills.salonId, salonId), eq(tills.ownerId, user.id), isLive))) >= MAX_TILLS)
        throw new AppError(409, 'tills.tooMany');
      const [id, token] = [v7(), randomBytes(32).toString('base64url')];
      const linkExpiresAt = sql`now() + make_interval(mins => ${LINK_MINUTES})`;
      const [till] = await tx
        .insert(tills)
        .values({ id, salonId, ownerId: user.id, name, link: digestOf(token), linkExpiresAt })
        .returning({ expiresAt: tills.linkExpiresAt });
      await writeAudit(tx, { actorId: user.id, action: 'tills.add', subject: 'till', subjectId: id, detail: { name } });
      if (!till) throw new Error('a till was not inserted');
      return { id, link: `${config.publicUrl}/till?token=${token}`, expiresAt: till.expiresAt.toISOString() };
    }),
  );

  serve(endpoints.remove, ({ user, params: { id } }) =>
    inTransaction(db, async (tx) => {
      const salonId = await requireSalon(tx, user.id);
      const revoked = await tx
        .update(tills)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(tills.id, id), eq(tills.salonId, salonId), isNull(tills.revokedAt)))
        .returning({ id: tills.id });
      if (revoked.length > 0)
        await writeAudit(tx, { actorId: user.id, action: 'tills.remove', subject: 'till', subjectId: id });
      return { success: true as const };
    }),
  );

  serve(endpoints.open, async ({ body, reply }) => {
    const token = randomBytes(32).toString('base64url');
    const { rows } = await db.execute<{ name: string; salon: string }>(sql`
      update tills t set cookie = ${digestOf(token)}, opened_at = now(), last_used_at = now()
      from salons s, users u
      where t.link = ${digestOf(body.token)} and t.opened_at is null and t.revoked_at is null and t.link_expires_at > now()
        and s.id = t.salon_id and s.owner_id = t.owner_id and u.id = t.owner_id and u.is_active
      returning t.name, s.name as salon`);
    const [till] = rows;
    if (!till) throw new AppError(409, 'tills.linkOver');
    cookies.put(reply, token);
    return till;
  });
}

export const feature = { contract: { tills: endpoints }, routes: tillsRoutes, limits: tillsLimits };
