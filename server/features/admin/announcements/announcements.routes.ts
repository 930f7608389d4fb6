import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { z } from 'zod';
import { type Announcement, adminAnnouncements } from '#core/contract/admin/announcements.ts';
import { announcements as table } from '#db/schema/notifications.ts';
import { users } from '#db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import { notify, notifyAll } from '#server/features/notifications/notify.ts';
import { lockOwner, verifyOwner } from '#server/features/users/owner.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { newestFirst, pageOf } from '#server/kit/http/pagination.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';
import type { Limits } from '#server/kit/limits/limits.ts';

const PARTS = 16;

/** In parts, so that no statement takes long; who has it already, after a failed attempt, is not notified again. */
export const announcementsNotify = job({
  name: 'announcements-notify',
  payload: z.object({ id: z.uuid() }),
  run: async ({ db }: Deps, { id }) => {
    const [announcement] = await db.select().from(table).where(eq(table.id, id));
    if (!announcement) return;
    for (let part = 0; part < PARTS; part++)
      await notifyAll(
        db,
        'appUpdate',
        sql`select id as user_id, ${`appUpdate.${id}`} as key, jsonb_build_object('announcementId', ${id}::text) as data
          from users where get_byte(uuid_send(id), 15) % ${PARTS} = ${part} and created_at <= ${announcement.createdAt}`,
      );
  },
});

const announcementsLimits = {
  announcements: { max: 5, seconds: 86_400, isExact: true, countedInTransaction: true },
} as const satisfies Limits;

function announcementsRoutes(serve: Serve, deps: Deps): void {
  const { db, limiter } = deps;
  serve(adminAnnouncements.list, async ({ page }) => {
    const { behind, ordered, keys } = newestFirst('a', page);
    const { rows } = await db.execute<{ item: Announcement; keys: string }>(sql`
      select json_build_object('id', a.id, 'title', a.title, 'titleEn', a.title_en, 'text', a.text, 'textEn', a.text_en,
        'createdAt', a.created_at) as item, ${keys}
      from announcements a where ${behind} ${ordered}`);
    return pageOf(rows, page);
  });

  serve(adminAnnouncements.preview, async ({ user, body }) => {
    const key = `appUpdate.preview.${v7()}`;
    await inTransaction(db, (tx) => notify(tx, { userId: user.id, kind: 'appUpdate', key, data: body }));
    return { success: true as const };
  });

  serve(adminAnnouncements.recipients, async () => ({ count: await db.$count(users, eq(users.isActive, true)) }));

  serve(adminAnnouncements.send, async ({ user, actor, body: { password, key, ...texts }, request }) => {
    const owner = await verifyOwner(deps, { user, password }, loginAttemptFrom(deps, request, user.email));
    return inTransaction(db, async (tx) => {
      await lockOwner(tx, { owner, user });
      const [made] = await tx
        .insert(table)
        .values({ ...texts, postKey: key })
        .onConflictDoNothing()
        .returning();
      if (!made) {
        const [sent] = key ? await tx.select().from(table).where(eq(table.postKey, key)) : [];
        if (!sent) throw new AppError(409, 'announcements.repeated');
        const isSame = Object.entries(texts).every(([name, text]) => sent[name as keyof typeof texts] === text);
        if (!isSame) throw new AppError(409, 'announcements.keyReused', { values: { title: sent.title } });
        return { ...texts, id: sent.id, createdAt: sent.createdAt.toISOString() };
      }
      await limiter.attemptIn(tx, { name: 'announcements', key: actor.key });
      const { id, createdAt } = made;
      await writeAudit(tx, {
        actorId: user.id,
        action: 'announcements.send',
        subject: 'announcement',
        subjectId: id,
        detail: { title: texts.title },
      });
      await enqueue(tx, announcementsNotify, { id });
      return { ...texts, id, createdAt: createdAt.toISOString() };
    });
  });
}

export const feature = {
  contract: { adminAnnouncements },
  routes: announcementsRoutes,
  limits: announcementsLimits,
  jobs: [announcementsNotify],
};
