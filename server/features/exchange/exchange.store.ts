import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { exchangeRates } from '#db/schema/charges.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

/** Lifetime of a stored rate. */
export const RATE_LASTS = '24 hours';

/** Age of the feed rate from which the feed is requested again; leaves four hourly retries. */
export const ASKED_AFTER = '20 hours';

/** Default rate of the sandbox. */
export const SANDBOX_ALL_PER_USD = '81';

/** A stored rate with its age. */
export interface LearntRate {
  allPerUsd: string;
  source: 'admin' | 'feed';
  takenAt: Date;
  ageSeconds: number;
}

const learnt = {
  allPerUsd: sql<string>`trim_scale(${exchangeRates.allPerUsd})::text`,
  source: exchangeRates.source,
  takenAt: exchangeRates.takenAt,
  ageSeconds: sql<number>`extract(epoch from now() - ${exchangeRates.takenAt})::float8`,
};
const newestFirst = [desc(exchangeRates.takenAt), desc(exchangeRates.id)];
const age = (interval: string) => sql`now() - ${interval}::interval`;

/** The newest unexpired rate of an administrator, else of the feed. */
export async function findYoungRate(db: Db): Promise<LearntRate | undefined> {
  const [rate] = await db
    .select(learnt)
    .from(exchangeRates)
    .where(gte(exchangeRates.takenAt, age(RATE_LASTS)))
    .orderBy(sql`${exchangeRates.source} = 'admin' desc`, ...newestFirst)
    .limit(1);
  return rate;
}

export function listRates(db: Db, most: number): Promise<LearntRate[]> {
  return db
    .select(learnt)
    .from(exchangeRates)
    .orderBy(...newestFirst)
    .limit(most);
}

export async function isFeedDue(db: Db): Promise<boolean> {
  const isRecent = and(eq(exchangeRates.source, 'feed'), gte(exchangeRates.takenAt, age(ASKED_AFTER)));
  return (await db.$count(exchangeRates, isRecent)) === 0;
}

/** The last feed rate and later administrator rates. */
export async function findGoodRates(db: Db): Promise<string[]> {
  const newest = await db
    .selectDistinctOn([exchangeRates.source], learnt)
    .from(exchangeRates)
    .orderBy(exchangeRates.source, ...newestFirst);
  const fed = newest.find(({ source }) => source === 'feed');
  return newest.filter(({ takenAt }) => !fed || takenAt >= fed.takenAt).map(({ allPerUsd }) => allPerUsd);
}

/** Serializes feed updates; readers do not wait. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${exchangeRates} in share row exclusive mode`);
}

export async function insertRate(tx: Tx, rate: Pick<LearntRate, 'allPerUsd' | 'source'>): Promise<string> {
  const [row] = await tx.insert(exchangeRates).values(rate).returning({ id: exchangeRates.id });
  if (!row) throw new Error('a rate was not kept');
  return row.id;
}
