import { eq, sql } from 'drizzle-orm';
import type { EmailChoice } from '#core/contract/settings.ts';
import { userSettings } from '#db/schema/people.ts';
import type { Db } from '#server/kit/db/db.ts';

/** Who never said anything has no row. */
export async function findSettings(db: Db, userId: string): Promise<EmailChoice> {
  const { emailNotifications } = userSettings;
  const [row = { emailNotifications: true }] = await db
    .select({ emailNotifications })
    .from(userSettings)
    .where(eq(userSettings.userId, userId));
  return row;
}

export async function saveSettings(db: Db, { userId, ...choice }: EmailChoice & { userId: string }): Promise<void> {
  await db
    .insert(userSettings)
    .values({ userId, ...choice })
    .onConflictDoUpdate({ target: userSettings.userId, set: { ...choice, updatedAt: sql`now()` } });
}
