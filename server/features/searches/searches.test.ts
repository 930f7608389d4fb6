import { expect, test } from 'vitest';
import { urlOf } from '#core/contract/call.ts';
import { searches } from '#core/contract/searches.ts';
import { seedDemo } from '#server/seed.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36';
const shop = await startShop({ config: { cache: false } });
const { pool, db } = shop;
await seedDemo(db);

let people = 0;
const homes = new WeakMap<Client, string>();
async function somebody(): Promise<Client> {
  people += 1;
  const home = `10.1.0.${people}`;
  const who = await shop.as({ email: `searcher${people}@example.al` });
  homes.set(who, home);
  return who;
}
async function search(who: Client, said: string, { city, agent = PHONE }: { city?: string; agent?: string } = {}) {
  const ask = () =>
    who.send({
      method: searches.count.method,
      url: urlOf(searches.count, { body: { search: said } }),
      headers: { 'user-agent': agent, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      payload: JSON.stringify({ search: said, city }),
      remoteAddress: homes.get(who) ?? '127.0.0.1',
    });
  let { statusCode } = await ask();
  // Retries when a loaded test machine sheds load.
  for (let again = 0; statusCode === 503 && again < 20; again++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ({ statusCode } = await ask());
  }
  expect(statusCode).toBe(200);
}
const counted = async () => {
  const { rows } = await pool.query('select * from search_counts order by day, city, said');
  return rows.map(({ city, said, people: count, has_found }) => `${city} ${said} ${count} ${has_found}`);
};
/** Adds other searches on the days that have one. */
const fill = ({ from, to, found }: { from: number; to: number; found: boolean }) =>
  pool.query(
    `insert into search_counts (day, city, said, stems, people, has_found)
      select day, 'all', 'fjala ' || n, array['fjal', n::text], 90, $3
      from (select distinct day from search_counts) days, generate_series($1::int, $2::int) n`,
    [from, to, found],
  );
const anew = () => pool.query("delete from search_counts; delete from rate_limits where key like 'searched:%'");

test('search repeated by one address in other spellings or concurrently, counts once per day', async () => {
  await anew();
  const [ana, besa] = [await somebody(), await somebody()];
  await Promise.all(Array.from({ length: 50 }, () => search(ana, 'Masazh  Relaksues ')));
  await search(ana, 'MASAZH relaksues');
  await search(besa, 'masazh relaksues');
  await search(besa, 'zhvxq', { city: 'all' });
  expect(await counted()).toEqual(['all zhvxq 1 false', 'tirana masazh relaksues 2 true']);
  shop.clock.move(86_400_000);
  await search(ana, 'masazh relaksues');
  expect(await counted()).toContain('tirana masazh relaksues 1 true');
});

test('search with words that are not in the catalogue, is never popular', async () => {
  await anew();
  const [one, other, third] = [await somebody(), await somebody(), await somebody()];
  for (const who of [one, other, third])
    for (const said of ['porn', 'shit', 'masazh', 'nails']) await search(who, said);
  expect((await counted()).sort()).toEqual([
    'tirana masazh 3 true',
    'tirana nails 3 true',
    'tirana porn 3 false',
    'tirana shit 3 false',
  ]);
  expect((await shop.guest()(searches.popular)).sort()).toEqual(['masazh', 'nails']);
});

test('search by one address in several cities or on several days, is not popular', async () => {
  await anew();
  const one = await somebody();
  for (const said of ['masazh', 'masazhi', 'masazhe të', 'masazh']) await search(one, said);
  for (const city of ['durres', 'all']) await search(one, 'masazh', { city });
  expect(await counted()).toEqual(['tirana masazh 1 true', 'tirana masazhi 1 false']);
  for (let day = 0; day < 5; day += 1) {
    shop.clock.move(86_400_000);
    await search(one, 'masazh');
  }
  expect(await shop.guest()(searches.popular)).toEqual([]);
});

test('search for a city name, is popular; for a similar word, is not', async () => {
  await anew();
  for (const who of [await somebody(), await somebody(), await somebody()])
    for (const said of ['berisha', 'berat', 'tires', 'Tiranë']) await search(who, said, { city: 'all' });
  expect(await counted()).toEqual([
    'all berat 3 true',
    'all berisha 3 false',
    'all tiranë 3 true',
    'all tires 3 false',
  ]);
});

test('search of a bot, or with personal data or symbols, is not counted', async () => {
  await anew();
  const ana = await somebody();
  await search(ana, 'thonj', { agent: 'Googlebot/2.1' });
  await search(ana, 'thonj', { agent: '' });
  await search(ana, 'thonj', { city: 'paris' });
  const none = ['', ' a ', '12', '%%%', 'x'.repeat(61), 'ana@example.al', '+355 67 111 5327', 'tel 0671115327'];
  none.push(
    '<b>masazh</b>',
    'masazh!!!',
    'masazh\u202eflok',
    'masazh ★',
    'masazh, flok',
    'ma\u0336sazh',
    'www.example.al',
  );
  for (const said of [...none, 'https://example.al/']) await search(ana, said);
  expect(await counted()).toEqual([]);
  await search(ana, 'masazh 60 minuta');
  expect(await counted()).toEqual(['tirana masazh 60 minuta 1 true']);
  for (const said of ["l'oréal", 'L’Oréal Paris', 'çantë-grimi', 'массаж']) await search(ana, said);
  expect(await counted()).toHaveLength(5);
});

test('stored searches, contain nothing about the person', async () => {
  await anew();
  await search(await somebody(), 'thonj');
  await search(shop.guest(), 'thonj');
  const { rows } = await pool.query('select * from search_counts');
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([
    ['city', 'day', 'has_found', 'has_results', 'people', 'said', 'stems'],
  ]);
  const { rows: prints } = await pool.query(
    "select key, expires_at - now() <= '25 hours' as is_short from rate_limits where key like 'searched:%'",
  );
  expect(prints.length).toBeGreaterThan(1);
  for (const print of prints)
    expect(print).toEqual({ key: expect.stringMatching(/^searched:[\w-]{22}$/), is_short: true });
});

test('popular searches, are by several addresses with results in the city, most frequent first', async () => {
  await anew();
  const add = (said: string, count: number, { day = 'current_date', found = true, city = 'tirana' } = {}) =>
    pool.query(
      `insert into search_counts (day, city, said, stems, people, has_found)
        values (((${day})::date)::text, $1, $2, catalogue_stems($2), $3, $4)`,
      [city, said, count, found],
    );
  const now = `'${new Date(shop.clock.now()).toISOString().slice(0, 10)}'::date`;
  await add('manikyr', 5, { day: now });
  await add('manikyrë', 2, { day: `${now} - 1` });
  await add('qerpikë', 2, { day: now });
  await add('qerpikë', 2, { day: `${now} - 1` });
  await add('masazh', 6, { day: now, city: 'durres' });
  await add('flokë', 2, { day: now });
  await add('unikorn', 90, { day: now, found: false });
  await add('drenazh limfatik', 80, { day: now, city: 'korce' });
  await add('thonj', 70, { day: `${now} - 9` });
  const popular = (city?: string) => shop.guest()(searches.popular, { query: { city } });
  expect(await popular()).toEqual(['manikyr', 'masazh']);
  expect((await popular('all'))[0]).toBe('drenazh limfatik');
  expect(await popular('paris')).toEqual([]);
});

test('search beyond the daily maximum, is not stored; existing ones still count', async () => {
  await anew();
  const ana = await somebody();
  await search(ana, 'thonj');
  await fill({ from: 2, to: 5000, found: false });
  await search(ana, 'masazh');
  await search(await somebody(), 'thonj');
  const { rows } = await pool.query("select said, people from search_counts where city = 'tirana'");
  expect(rows).toEqual([{ said: 'thonj', people: 2 }]);
});

test('searches of one address, are limited across accounts', async () => {
  const strict = await startShop({ config: { rateLimitScale: 1 } });
  const [one, other] = [await strict.as({ email: 'one@example.al' }), await strict.as({ email: 'other@example.al' })];
  const count = (who: Client) => who(searches.count, { body: { search: 'thonj' } });
  await count(one);
  await strict.deps.limiter.flush();
  await strict.pool.query("update rate_limits set count = 1000 where key like 'countedSearches:%'");
  await count(one);
  await strict.deps.limiter.flush();
  expect(await refusal(count(other))).toBe('429 limit.reached');
});

test('searches that found nothing when last made, are listed for administrators, the most frequent first', async () => {
  await anew();
  const [ana, besa] = [await somebody(), await somebody()];
  const admin = await shop.as({ email: 'admin@example.al', role: 'admin' });
  for (const who of [ana, besa]) await search(who, 'tatuazhe', { city: 'korce' });
  await search(ana, 'zhvxq', { city: 'all' });
  await search(ana, 'masazh', { city: 'all' });
  expect(await admin(searches.missed)).toMatchObject([
    { search: 'tatuazhe', city: 'korce', people: 2 },
    { search: 'zhvxq', city: 'all', people: 1 },
  ]);
});
