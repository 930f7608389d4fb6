/** Fills a database with any number of realistic live deals: the demo shop's services in invented salons. */
import pg from 'pg';
import { cities } from '#core/domain/cities.ts';
import { centres } from '#core/domain/places.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { createDb } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { seedCategories } from '#server/seed.ts';

const TRIGGERS = ['deals_fill_search', 'deals_mark_over', 'deals_update_vocabulary', 'deals_share_image_due'];

/** About forty deals to a salon, 1 % featured, expiring within five days, added within the last day. */
export async function generateDeals(url: string, count: number): Promise<void> {
  const pool = createPool({ url, max: 1 });
  await seedCategories(createDb(pool));
  await pool.end();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [north, east] = [0, 1].map((part) => cities.map((city) => centres[city][part]));
  try {
    await makeParts(client, Math.ceil(count / 40));
    await withoutIndexes(client, () => client.query(INSERT, [count, cities, north, east]));
    await client.query('vacuum (analyze) deals, vocabulary, synonyms, categories');
    await client.query('select search_frequencies_update()');
  } finally {
    await client.end();
  }
}

async function makeParts(client: pg.Client, salons: number): Promise<void> {
  const services = demoDeals(new Date()).map((deal) => ({
    title: deal.title,
    title_en: deal.titleEn,
    description: deal.description,
    description_en: deal.descriptionEn,
    image_url: deal.imageUrl,
    category: deal.category,
    price: (deal.price ?? 0) / 100,
  }));
  await client.query(
    `create temp table service as select row_number() over () - 1 as nr, s.*,
       array(select '1' || t from unnest(catalogue_stems(concat_ws(' ', title, title_en))) t) as in_title,
       array(select '4' || t from unnest(catalogue_stems(concat_ws(' ', description, description_en))) t) as elsewhere
     from json_to_recordset($1) s (title text, title_en text, description text, description_en text, image_url text,
       category text, price numeric)`,
    [JSON.stringify(services)],
  );
  // Three syllables make 8,000 names of owners, so that salon names are as rare as they are in a country.
  await client.query(
    `create temp table salon as select nr, name, array(select '2' || t from unnest(catalogue_stems(name)) t) as in_salon
     from (select nr, (array['Studio', 'Salloni', 'Bukuria', 'Estetikë', 'Atelie'])[1 + nr % 5] || ' '
         || initcap(s[1 + nr % 20] || s[1 + nr / 20 % 20] || s[1 + nr / 400 % 20]) as name
       from generate_series(0, $1::int - 1) nr,
         (select array['al','be','da','dri','el','fa','ga','ilir','jo','ka','li','mi','na','or','pe','ra','sa','ta','vo','zan'] as s) parts
     ) named`,
    [salons],
  );
  await client.query(`select vocabulary_add(array(select distinct substr(t, 2) from (
    select unnest(in_title || elsewhere) t from service union all select unnest(in_salon) from salon) parts))`);
}

const INSERT = `
  insert into deals (id, title, title_en, description, description_en, business_name, phone, image_url, price,
    original_price, category, city, address, distance, expires_at, rating, rating_rank, review_count, is_featured,
    created_at, search)
  select gen_random_uuid(), v.title, v.title_en, v.description, v.description_en, s.name, '+355 67 100 0000',
    v.image_url, p.price, p.price * 2, v.category, c.city, 'Rruga e Limonave ' || n % 90, 
    round(c.north + (s.nr % 97 - 48) / 1600.0, 4) || ',' || round(c.east + (s.nr % 89 - 44) / 1600.0, 4),
    case when n % 20 > 0 then now() + (n % 7000 + 60) * interval '1 minute' end, case when n % 3 > 0 then 4 + (n % 10) / 10.0 end, case when n % 3 > 0 then 4 + (n % 10) / 10.0 end, n % 90,
    n % 100 = 0, now() - n * (interval '1 day' / $1::int),
    array_to_tsvector(v.in_title || s.in_salon || v.elsewhere || array['#' || v.category, '@' || c.city, '=' || c.city || '/' || v.category])
  from generate_series(0, $1::int - 1) n
  join lateral (select (hashint4(n) & 2147483647) as dice) d on true
  join service v on v.nr = d.dice % (select count(*) from service)
  join salon s on s.nr = (d.dice / 61) % (select count(*) from salon)
  join lateral (select ($2::text[])[1 + s.nr % 12] as city, ($3::numeric[])[1 + s.nr % 12] as north,
    ($4::numeric[])[1 + s.nr % 12] as east) c on true
  join lateral (select v.price + 10 * (d.dice % 20) as price) p on true`;

/** Indexes are built afterwards: ten times faster than one row at a time. */
async function withoutIndexes(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'deals' and indexname <> 'deals_pkey'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  for (const trigger of TRIGGERS) await client.query(`alter table deals disable trigger ${trigger}`);
  await work();
  for (const trigger of TRIGGERS) await client.query(`alter table deals enable trigger ${trigger}`);
  await client.query("set maintenance_work_mem = '256MB'");
  for (const { definition } of rows) await client.query(definition);
}
