import { and, asc, eq, sql } from 'drizzle-orm';
import { follows } from '#core/contract/follows.ts';
import { salonFollows } from '#db/schema/notifications.ts';
import { salons } from '#db/schema/salons.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';

function followsRoutes(serve: Serve, { db }: Deps): void {
  serve(follows.list, ({ user }) => {
    const { id: salonId, slug, name, city, logoUrl } = salons;
    return db
      .select({ salonId, slug, name, city, logoUrl })
      .from(salonFollows)
      .innerJoin(salons, eq(salons.id, salonFollows.salonId))
      .where(eq(salonFollows.userId, user.id))
      .orderBy(asc(name), asc(salonId));
  });
  serve(follows.add, async ({ user, params: { salonId } }) => {
    const isAvailable = sql`not exists (select from users where id = ${salons.ownerId} and not is_active)`;
    if ((await db.$count(salons, and(eq(salons.id, salonId), isAvailable))) === 0)
      throw new AppError(404, 'salons.notFound');
    await db.insert(salonFollows).values({ userId: user.id, salonId }).onConflictDoNothing();
    return { success: true as const };
  });
  serve(follows.remove, async ({ user, params: { salonId } }) => {
    await db.delete(salonFollows).where(and(eq(salonFollows.userId, user.id), eq(salonFollows.salonId, salonId)));
    return { success: true as const };
  });
}

export const feature = { contract: { follows }, routes: followsRoutes };
