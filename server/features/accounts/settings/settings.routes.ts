import { eq, sql } from 'drizzle-orm';
import type { EmailChoice, Settings } from '#core/contract/accounts/settings.ts';
import { settings } from '#core/contract/accounts/settings.ts';
import { userSettings } from '#db/schema/users.ts';
import type { Deps } from '#server/deps.ts';
import { rememberLanguage, renameUser } from '#server/features/users/users.store.ts';
import type { Db } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Serve } from '#server/kit/http/serve.ts';

function settingsRoutes(serve: Serve, { db }: Deps): void {
  serve(settings.get, ({ user }) => findSettings(db, user.id));
  serve(settings.save, async ({ user, body }) => {
    await saveSettings(db, { userId: user.id, ...body });
    return { ...body, isSaved: true };
  });
  serve(settings.rename, async ({ user, body }) => {
    const { displayName = null } = body;
    if (!(await renameUser(db, { id: user.id, displayName }))) throw new AppError(401, 'access.notAuthenticated');
    return { displayName };
  });
  serve(settings.chooseLanguage, async ({ user, body: { language } }) => {
    await rememberLanguage(db, { id: user.id, language });
    return { success: true as const };
  });
}

/** No row means the defaults. */
export async function findSettings(db: Db, userId: string): Promise<Settings> {
  const { emailNotifications } = userSettings;
  const [row] = await db.select({ emailNotifications }).from(userSettings).where(eq(userSettings.userId, userId));
  return { emailNotifications: row?.emailNotifications ?? true, isSaved: row !== undefined };
}

export async function saveSettings(db: Db, { userId, ...choice }: EmailChoice & { userId: string }): Promise<void> {
  await db
    .insert(userSettings)
    .values({ userId, ...choice })
    .onConflictDoUpdate({ target: userSettings.userId, set: { ...choice, updatedAt: sql`now()` } });
}

/** As if it was switched off in the settings; nothing happens to a closed account. */
export async function endEmails(db: Db, userId: string): Promise<void> {
  await db.execute(sql`
    insert into user_settings (id, user_id, email_notifications)
    select gen_random_uuid(), id, false from users where id = ${userId} and is_active
    on conflict (user_id) do update set email_notifications = false, updated_at = now()`);
}

export const feature = { contract: { settings }, routes: settingsRoutes };
