/** People and deals for tests that need many of them, written straight into the database. */
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { categories, deals } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/people.ts';
import type { Db } from '#server/kit/db/db.ts';

/** A person nobody else uses. */
export async function newUser(db: Db, more: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const email = `${randomBytes(8).toString('hex')}@example.al`;
  const id = v7();
  await db.insert(users).values({ id, username: email, email, ...more });
  return id;
}

/** A deal that can be bought, unless `more` says otherwise. Prices in qindarka. */
export async function newDeal(db: Db, more: Partial<typeof deals.$inferInsert> = {}): Promise<string> {
  await db.insert(categories).values({ name: 'Flokë', slug: 'hair' }).onConflictDoNothing();
  const id = v7();
  await db.insert(deals).values({
    id,
    title: 'Prerje dhe larje',
    businessName: 'Salloni Mira',
    price: 120_000,
    originalPrice: 200_000,
    category: 'hair',
    ...more,
  });
  return id;
}
