import { expect, test } from 'vitest';
import { urlOf } from '#core/contract/call.ts';
import { searches } from '#core/contract/searches.ts';
import { ana } from '#db/world.ts';
import { seedDemo } from '#server/seed.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36';
const shop = await startShop({ config: { cache: false } });
const node = await shop.anotherNode();
const { pool, db } = shop;
await seedDemo(db);

let people = 0;
/** From where they search who are not at home. */
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
  // A machine with other work may say that it is busy, and whoever hears that asks again.
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
/** As many other searches on the days that have one. */
const fill = ({ from, to, found }: { from: number; to: number; found: boolean }) =>
  pool.query(
    `insert into search_counts (day, city, said, stems, people, has_found)
      select day, 'all', 'fjala ' || n, array['fjal', n::text], 90, $3
      from (select distinct day from search_counts) days, generate_series($1::int, $2::int) n`,
    [from, to, found],
  );
const anew = () => pool.query("delete from search_counts; delete from rate_limits where key like 'searched:%'");

test('somebody counts once a day for a search, however it is written and however often at once', async () => {
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

test('one address is one who searches on every node, and after a restart, whoever is there', async () => {
  await anew();
  const email = 'searcher@example.al';
  const [here, there, other] = [await shop.as({ email }), await node.as({ email }), await shop.as(ana)];
  await Promise.all([here, there, other, here, there].map((who) => search(who, 'thonj')));
  await search(await (await shop.anotherNode()).as({ email }), 'thonj');
  await Promise.all([shop.guest(), node.guest(), await somebody()].map((who) => search(who, 'thonj')));
  expect(await counted()).toEqual(['tirana thonj 2 true']);
});

test('what the catalogue does not say itself is shown to nobody, though it finds something', async () => {
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

test('words of other letters, and words that say nothing, are shown to nobody', async () => {
  await anew();
  const crowd = [await somebody(), await somebody(), await somebody()];
  for (const who of crowd)
    for (const said of ['порно masazh', 'ɯasazh masazh', 'të', 'the', 'masazh tiranë']) await search(who, said);
  expect(await shop.guest()(searches.popular)).toEqual(['masazh tiranë']);
});

test('one address is one on a day for a search, in whatever form, city or order, and not several in several days', async () => {
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

test('a name that begins like a city is shown to nobody, the names of cities are', async () => {
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

test('what is found nowhere near at first, and then elsewhere, is found', async () => {
  await anew();
  for (const who of [await somebody(), await somebody(), await somebody()])
    for (const city of ['gjirokaster', 'all']) await search(who, 'keratinë', { city });
  expect(await counted()).toEqual(['all keratinë 3 true', 'gjirokaster keratinë 3 false']);
});

test('fifty people at once are fifty', async () => {
  await anew();
  const crowd = await Promise.all(Array.from({ length: 50 }, somebody));
  await Promise.all(crowd.map((one) => search(one, 'thonj')));
  expect(await counted()).toEqual(['tirana thonj 50 true']);
});

test('what is no search of a person is not counted', async () => {
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

test('nothing of whoever searches is kept', async () => {
  await anew();
  await search(await somebody(), 'thonj');
  await search(shop.guest(), 'thonj');
  const { rows } = await pool.query('select * from search_counts');
  expect(rows.map((row) => Object.keys(row).sort())).toEqual([['city', 'day', 'has_found', 'people', 'said', 'stems']]);
  const { rows: prints } = await pool.query(
    "select key, expires_at - now() <= '25 hours' as is_short from rate_limits where key like 'searched:%'",
  );
  expect(prints.length).toBeGreaterThan(1);
  for (const print of prints)
    expect(print).toEqual({ key: expect.stringMatching(/^searched:[\w-]{22}$/), is_short: true });
});

test('what several searched for and is found here is popular, the most frequent first', async () => {
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
  await add('pedikyr kurativ', 80, { day: now, city: 'korce' });
  await add('thonj', 70, { day: `${now} - 9` });
  const popular = (city?: string) => shop.guest()(searches.popular, { query: { city } });
  expect(await popular()).toEqual(['manikyr', 'masazh']);
  expect((await popular('all'))[0]).toBe('pedikyr kurativ');
  expect(await popular('paris')).toEqual([]);
});

test('what is popular is found among all that a week can hold, and past what found nothing', async () => {
  await anew();
  const crowd = await Promise.all(Array.from({ length: 3 }, somebody));
  for (let day = 0; day < 7; day += 1) {
    shop.clock.move(86_400_000);
    for (const one of crowd) await search(one, 'masazh');
  }
  await fill({ from: 2, to: 40, found: false });
  expect(await shop.guest()(searches.popular)).toEqual(['masazh']);
  await fill({ from: 41, to: 5000, found: true });
  await pool.query("update search_counts set people = 91 where said = 'masazh'");
  expect(await shop.guest()(searches.popular)).toEqual(['masazh']);
});

test('what is said alike is known since it was counted: nothing is stemmed for who asks what is popular', async () => {
  await anew();
  for (const one of [await somebody(), await somebody()]) {
    for (const said of ['masazh', 'thonj']) await search(one, said);
  }
  expect(await shop.guest()(searches.popular)).toEqual([]);
  await pool.query("update search_counts set stems = '{alike}'");
  expect(await shop.guest()(searches.popular)).toEqual(['masazh']);
});

test('a day holds so many different searches, and counts on those it holds', async () => {
  await anew();
  const ana = await somebody();
  await search(ana, 'thonj');
  await fill({ from: 2, to: 5000, found: false });
  await search(ana, 'masazh');
  await search(await somebody(), 'thonj');
  const { rows } = await pool.query("select said, people from search_counts where city = 'tirana'");
  expect(rows).toEqual([{ said: 'thonj', people: 2 }]);
});

test('an address has a share of what a day holds, however many accounts it makes', async () => {
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
