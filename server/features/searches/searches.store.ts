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

/** So many deals of its stem are looked through for a word. */
const LOOKED_THROUGH = 50;

/** Whether each of its words names a city or is said by a title, a salon or a category as it is, and not only by what is like it. */
const isOfCatalogue = (said: string) => sql`catalogue_stems(${said}) <> '{}' and not exists (
  select from unnest(catalogue_words(${said})) word where catalogue_stems(word) <> '{}' and not (
    exists (select from unnest(catalogue_cities()) city where catalogue_stem(city) = catalogue_stem(word))
    or exists (select from categories c where word = any (catalogue_words(concat_ws(' ', c.name, c.name_en))))
    or exists (select from (
        select * from deals d where deal_is_indexed(d)
          and d.search @@ catalogue_alternatives(catalogue_stems(word), '12')::tsquery limit ${LOOKED_THROUGH}) d
      where word = any (catalogue_words(concat_ws(' ', d.title, d.title_en, d.business_name))))))`;

/** What its words are compared by; none where it is of other letters, or of words that say nothing. */
export async function stemsOf(db: Db, said: string): Promise<string[]> {
  const { rows } = await db.execute<{ stems: string[] }>(sql`select catalogue_stems(${said}) as stems`);
  return rows[0]?.stems ?? [];
}

/** Counts it for one more address; only what has found something in words of the catalogue is ever shown to others. */
export async function addSearch(
  tx: Tx,
  { day, city, said, isSayable }: CountedSearch & { day: string },
): Promise<void> {
  const isShown = isSayable ? isOfCatalogue(said) : sql`false`;
  await tx.execute(sql`
    insert into search_counts (day, city, said, stems, has_found)
    select ${day}, ${city}, ${said}, catalogue_stems(${said}),
      deals_count(nullif(${city}, 'all'), null, ${said}, 1) > 0 and ${isShown}
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
        from (
          select said, stems, people, sum(people) over (partition by stems, day) as of_a_day
          from search_counts where day >= $2 and has_found) found
        group by stems having max(of_a_day) >= ${SEVERAL}
        order by n limit 30) often
      where deals_count($1, null, said, 1) > 0 order by n limit ${MOST_POPULAR}) popular`,
};

/** What several searched for on one day since then and is found in the city, null for the whole country: a JSON array. */
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
