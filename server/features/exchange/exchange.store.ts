import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { exchangeRates } from '#db/schema/charges.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

/** For how long a rate that was learnt may be charged at: a feed that fell silent is not believed for ever. */
export const RATE_LASTS = '24 hours';

/** How old the feed's rate is when it is asked again: soon enough to be asked four times more before cards pause. */
export const ASKED_AFTER = '20 hours';

/** Made up: what a dollar costs in the sandbox, where no money moves and nobody said anything else. */
export const SANDBOX_ALL_PER_USD = '81';

/** A rate that somebody said or the feed told, and how old it is by the clock of the database. */
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

/** The newest rate that is young enough: an administrator's, else the feed's. */
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

/** What the feed told last, and what an administrator said since. */
export async function findGoodRates(db: Db): Promise<string[]> {
  const newest = await db
    .selectDistinctOn([exchangeRates.source], learnt)
    .from(exchangeRates)
    .orderBy(exchangeRates.source, ...newestFirst);
  const fed = newest.find(({ source }) => source === 'feed');
  return newest.filter(({ takenAt }) => !fed || takenAt >= fed.takenAt).map(({ allPerUsd }) => allPerUsd);
}

/** One adds what the feed told after the other; who reads waits for nobody. */
export async function lockRates(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${exchangeRates} in share row exclusive mode`);
}

export async function insertRate(tx: Tx, rate: Pick<LearntRate, 'allPerUsd' | 'source'>): Promise<string> {
  const [row] = await tx.insert(exchangeRates).values(rate).returning({ id: exchangeRates.id });
  if (!row) throw new Error('a rate was not kept');
  return row.id;
}
