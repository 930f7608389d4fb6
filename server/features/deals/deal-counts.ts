/** Kept counts of deals for sale by city and category (`deal_counts`): merged by a job, and checked each night. */
import { sql } from 'drizzle-orm';
import { cities } from '#core/domain/cities.ts';
import type { Db } from '#server/kit/db/db.ts';

/** Rows above which differences are merged: a few for each city and category. */
const MAX_ROWS = 400;

/** Merges the differences of each city and category into one row. */
export async function mergeCounts(db: Db): Promise<void> {
  await db.execute(sql`
    with old as (
      delete from deal_counts where ctid = any(array(
        select ctid from deal_counts where (select count(*) from deal_counts) > ${MAX_ROWS} for update skip locked))
      returning *)
    insert into deal_counts select city, category, sum(delta) from old group by city, category having sum(delta) <> 0`);
}

export interface CountDifference {
  city: string;
  category: string;
  kept: number;
  counted: number;
}

/** Cells whose kept count is not that of the deals, one city at a time. */
export async function findCountDifferences(db: Db): Promise<CountDifference[]> {
  const found: CountDifference[] = [];
  for (const city of cities) {
    const { rows } = await db.execute<CountDifference & Record<string, unknown>>(sql`
      select ${city} as city, category, coalesce(k.sum, 0)::integer as kept, coalesce(d.count, 0)::integer as counted
      from (select category, sum(delta) from deal_counts where city = ${city} group by category) k
        full join (select category, count(*) from deals d where city = ${city} and deal_is_indexed(d) group by category) d
        using (category)
      where coalesce(k.sum, 0) <> coalesce(d.count, 0)`);
    found.push(...rows);
  }
  return found;
}
