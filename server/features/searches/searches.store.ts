import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { CountedSearch } from './searches.rules.ts';

/** Different searches of a day; what else is invented then is not counted. */
const MOST_OF_A_DAY = 5000;
/** So many have to ask for something before others are shown it. */
const SEVERAL = 3;
const MOST_POPULAR = 6;

/** Counts it for one more person. */
export async function addSearch(tx: Tx, { day, city, said }: CountedSearch & { day: string }): Promise<void> {
  await tx.execute(sql`
    insert into search_counts (day, city, said, stems, has_found)
    select ${day}, ${city}, ${said}, catalogue_stems(${said}), deals_count(nullif(${city}, 'all'), null, ${said}, 1) > 0
    where exists (select from search_counts where day = ${day} and city = ${city} and said = ${said})
      or (select count(*) from search_counts where day = ${day}) < ${MOST_OF_A_DAY}
    on conflict (day, city, said) do update set people = search_counts.people + 1, has_found = excluded.has_found`);
}

const POPULAR = {
  name: 'searches.popular',
  text: `select coalesce(json_agg(said order by n), '[]')::text as json from (
      select * from (
        select (array_agg(said order by people desc, said))[1] as said,
          row_number() over (order by sum(people) desc, min(said)) as n
        from search_counts where day >= $2 and has_found group by stems having sum(people) >= ${SEVERAL}
        order by n limit 30) often
      where deals_count($1, null, said, 1) > 0 order by n limit ${MOST_POPULAR}) popular`,
};

/** What several searched for since that day and is found in the city, null for the whole country: a JSON array. */
export async function popularSearches(
  pool: Pool,
  { city, since }: { city: string | null; since: string },
): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ ...POPULAR, values: [city, since] });
  return rows[0]?.json ?? '[]';
}

export function forgetSearches(db: Db, kept: string): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from search_counts where ctid = any(array(
      select ctid from search_counts where day < (current_date - ${kept}::interval)::date::text limit ${limit}))`,
  );
}
