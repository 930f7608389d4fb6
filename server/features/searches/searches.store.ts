import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { MissedSearch } from '#core/contract/searches.ts';
import { type CityChoice, cities, DEFAULT_CITY, isCity } from '#core/domain/cities.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export interface CountedSearch {
  city: CityChoice;
  /** Lower case, single spaces. */
  said: string;
  /** Latin letters only; other scripts are never shown. */
  isSayable: boolean;
}

const LENGTH = { least: 2, most: 60 };
/** Words only: no addresses, markup or symbols. */
const PLAIN = /^[\p{L}\p{Nd} '’-]+$/u;
/** After removing diacritics. */
const OURS = /^[a-z0-9 -]+$/;

/** Null when it is no search or may contain personal data (address, number). */
export function toCounted({ search, city = '' }: { search: string; city?: string | undefined }): CountedSearch | null {
  const said = search.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
  const place = city || DEFAULT_CITY;
  const { length } = [...said];
  const isSearch = length >= LENGTH.least && length <= LENGTH.most && /\p{L}/u.test(said) && PLAIN.test(said);
  const isPersonal = /(\d[\s-]*){5}/.test(said);
  if (!isSearch || isPersonal || !(place === 'all' || isCity(place))) return null;
  return { city: place, said, isSayable: OURS.test(said.normalize('NFKD').replace(/[\u0300-\u036f'’]/g, '')) };
}

/** Maximum number of different searches per day. */
const MOST_OF_A_DAY = 5000;
/** Minimum number of addresses for a popular search. */
const SEVERAL = 3;
const MOST_POPULAR = 6;

const CITY_NAMES = cities
  .flatMap((city) => [allWords.sq.words[`city.${city}`], allWords.en.words[`city.${city}`]])
  .join(' ');

/** Deals searched for a word. */
const LOOKED_THROUGH = 50;

/** Whether each word is the name of a city or occurs exactly in a title, salon or category. */
const isOfCatalogue = (said: string) => sql`catalogue_stems(${said}) <> '{}' and not exists (
  select from unnest(catalogue_words(${said})) word where catalogue_stems(word) <> '{}' and not (
    word = any (catalogue_words(${CITY_NAMES}))
    or exists (select from categories c where word = any (catalogue_words(concat_ws(' ', c.name, c.name_en))))
    or exists (select from (
        select * from deals d where deal_is_indexed(d)
          and d.search @@ catalogue_alternatives(catalogue_stems(word), '12')::tsquery limit ${LOOKED_THROUGH}) d
      where word = any (catalogue_words(concat_ws(' ', d.title, d.title_en, d.business_name))))))`;

export interface CheckedSearch {
  /** Empty for other scripts and stop words. */
  stems: string[];
  /** Whether it finds deals with words of the catalogue; required for popular searches. */
  has_found: boolean;
  has_results: boolean;
}

export async function checkSearch(db: Db, { city, said, isSayable }: CountedSearch): Promise<CheckedSearch> {
  const isShown = isSayable ? isOfCatalogue(said) : sql`false`;
  const { rows } = await db.execute<CheckedSearch & Record<string, unknown>>(sql`
    select catalogue_stems(${said}) as stems, found.is_any as has_results, found.is_any and ${isShown} as has_found
    from (select deals_count(nullif(${city}, 'all'), null, ${said}, 1) > 0 as is_any) found`);
  const [found] = rows;
  if (!found) throw new Error('a search was not checked');
  return found;
}

export async function addSearch(
  tx: Tx,
  { day, city, said, stems, has_found, has_results }: CountedSearch & CheckedSearch & { day: string },
): Promise<void> {
  await tx.execute(sql`
    insert into search_counts (day, city, said, stems, has_found, has_results)
    select ${day}, ${city}, ${said}, ${sql.param(stems)}::text[], ${has_found}, ${has_results}
    where exists (select from search_counts where day = ${day} and city = ${city} and said = ${said})
      or (select count(*) from search_counts where day = ${day}) < ${MOST_OF_A_DAY}
    on conflict (day, city, said) do update set people = search_counts.people + 1, has_found = excluded.has_found,
      has_results = excluded.has_results`);
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

/** Popular searches with results in the city (null: whole country), as a JSON array. */
export async function popularSearches(
  pool: Pool,
  { city, since }: { city: string | null; since: string },
): Promise<string> {
  const { rows } = await pool.query<{ json: string }>({ ...POPULAR, values: [city, since] });
  return rows[0]?.json ?? '[]';
}

const MOST_MISSED = 100;

/** Searches since a day that found nothing when they were last made, the most frequent first. */
export async function missedSearches(db: Db, since: string): Promise<MissedSearch[]> {
  const { rows } = await db.execute<MissedSearch & Record<string, unknown>>(sql`
    select said as search, city, sum(people)::int as people, max(day) as "lastDay" from search_counts
    where day >= ${since} group by said, city
    having not (array_agg(has_results order by day desc))[1]
    order by 3 desc, 4 desc, 1, 2 limit ${MOST_MISSED}`);
  return rows;
}
