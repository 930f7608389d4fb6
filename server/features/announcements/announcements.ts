import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Announcement, announcements } from '#core/contract/announcements.ts';
import { announcements as table } from '#db/schema/notifications.ts';
import type { Deps } from '#server/deps.ts';
import { notifyAll } from '#server/features/notifications/notify.ts';
import { writeAudit } from '#server/kit/audit.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { newestFirst, pageOf } from '#server/kit/http/newest-first.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { enqueue, job } from '#server/kit/jobs/job.ts';

const PARTS = 16;

/** In parts, so that no statement takes long; who has it already, after a failed attempt, is not notified again. */
export const announcementsNotify = job({
  name: 'announcements-notify',
  payload: z.object({ id: z.uuid() }),
  run: async ({ db }: Deps, { id }) => {
    const [its] = await db.select().from(table).where(eq(table.id, id));
    if (!its) return;
    const { title, titleEn, text, textEn } = its;
    const data = JSON.stringify({ title, titleEn, text, textEn });
    for (let part = 0; part < PARTS; part++)
      await notifyAll(
        db,
        'appUpdate',
        sql`select id as user_id, ${`appUpdate.${id}`} as key, ${data}::jsonb as data
          from users where get_byte(uuid_send(id), 15) % ${PARTS} = ${part} and created_at <= ${its.createdAt}`,
      );
  },
});

export function announcementsRoutes(serve: Serve, { db }: Deps): void {
  serve(announcements.list, async ({ page }) => {
    const { behind, ordered, keys } = newestFirst('a', page);
    const { rows } = await db.execute<{ item: Announcement; keys: string }>(sql`
      select json_build_object('id', a.id, 'title', a.title, 'titleEn', a.title_en, 'text', a.text, 'textEn', a.text_en,
        'createdAt', a.created_at) as item, ${keys}
      from announcements a where ${behind} ${ordered}`);
    return pageOf(rows, page);
  });

  serve(announcements.send, ({ user, body: { key, ...body } }) =>
    inTransaction(db, async (tx) => {
      const [made] = await tx
        .insert(table)
        .values({ ...body, postKey: key })
        .onConflictDoNothing()
        .returning();
      if (!made) {
        const [sent] = key ? await tx.select().from(table).where(eq(table.postKey, key)) : [];
        if (!sent) throw new AppError(409, 'announcements.repeated');
        const isSame = Object.entries(body).every(([name, text]) => sent[name as keyof typeof body] === text);
        if (!isSame) throw new AppError(409, 'announcements.keyReused', { values: { title: sent.title } });
        return { ...body, id: sent.id, createdAt: sent.createdAt.toISOString() };
      }
      const { id, createdAt } = made;
      await writeAudit(tx, {
        ...{ actorId: user.id, action: 'announcements.send', subject: 'announcement', subjectId: id },
        detail: { title: body.title },
      });
      await enqueue(tx, announcementsNotify, { id });
      return { ...body, id, createdAt: createdAt.toISOString() };
    }),
  );
}
