import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { cities } from '#core/domain/cities.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import type { CountedSearch } from './searches.rules.ts';

/** Different searches of a day; what else is invented then is not counted. */
const MOST_OF_A_DAY = 5000;
/** So many have to ask for something before others are shown it. */
const SEVERAL = 3;
const MOST_POPULAR = 6;

/** As they are called in both languages. */
const CITY_NAMES = cities
  .flatMap((city) => [allWords.sq.words[`city.${city}`], allWords.en.words[`city.${city}`]])
  .join(' ');

/** So many deals of its stem are looked through for a word. */
const LOOKED_THROUGH = 50;

/** Whether each of its words names a city or is said by a title, a salon or a category as it is, and not only by what is like it. */
const isOfCatalogue = (said: string) => sql`catalogue_stems(${said}) <> '{}' and not exists (
  select from unnest(catalogue_words(${said})) word where catalogue_stems(word) <> '{}' and not (
    word = any (catalogue_words(${CITY_NAMES}))
    or exists (select from categories c where word = any (catalogue_words(concat_ws(' ', c.name, c.name_en))))
    or exists (select from (
        select * from deals d where deal_is_indexed(d)
          and d.search @@ catalogue_alternatives(catalogue_stems(word), '12')::tsquery limit ${LOOKED_THROUGH}) d
      where word = any (catalogue_words(concat_ws(' ', d.title, d.title_en, d.business_name))))))`;

export interface LookedAt {
  /** What its words are compared by; none where it is of other letters, or of words that say nothing. */
  stems: string[];
  /** Whether it finds something in the city, in words of the catalogue: only then it is ever shown to others. */
  has_found: boolean;
}

export async function lookAt(db: Db, { city, said, isSayable }: CountedSearch): Promise<LookedAt> {
  const isShown = isSayable ? isOfCatalogue(said) : sql`false`;
  const { rows } = await db.execute<LookedAt & Record<string, unknown>>(sql`
    select catalogue_stems(${said}) as stems,
      deals_count(nullif(${city}, 'all'), null, ${said}, 1) > 0 and ${isShown} as has_found`);
  const [found] = rows;
  if (!found) throw new Error('a search was not looked at');
  return found;
}

/** Counts it for one more address. */
export async function addSearch(
  tx: Tx,
  { day, city, said, stems, has_found }: CountedSearch & LookedAt & { day: string },
): Promise<void> {
  await tx.execute(sql`
    insert into search_counts (day, city, said, stems, has_found)
    select ${day}, ${city}, ${said}, ${sql.param(stems)}::text[], ${has_found}
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
