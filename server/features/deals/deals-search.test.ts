import { expect, test } from 'vitest';
import { contract } from '#core/contract/index.ts';
import { demoDeals } from '#db/demo-shop.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { forgetWords } from './deals.store.ts';

const shop = await startShop({ config: { cache: false } });
const { pool, db } = shop;
const guest = shop.guest();
const add = newDeal(db);
const { deals } = contract;
await seedDemo(db);

const search = (said: string, city = 'all') => guest(deals.list, { query: { search: said, city } });
const titles = async (said: string, city?: string) => (await search(said, city)).map((deal) => deal.title);

test.each([
  ['korce', /./],
  ['KORÇË', /./],
  ['FLOKE', /flok/i],
  ['flokë', /flok/i],
  ['flokësh', /flok/i],
  ['vetullat', /vetull/i],
  ['vetulla', /vetull/i],
  ['vetullave', /vetull/i],
  ['brows', /vetull/i],
  ['eyebrow', /vetull/i],
  ['thonjtë', /thonj/i],
  ['gel', /xhel/i],
  ['xhel', /xhel/i],
  ['gjel', /xhel/i],
  ['ngjyrosje', /lyerje|ngjyrosje/i],
  ['breshing', /tharje me stilim/i],
  ['fenirim', /tharje me stilim/i],
  ['dyll', /dyllë/],
  ['peeling trupi', /^scrub trupi/i],
  ['masazh limfodrenues', /drenazh limfatik/i],
  ['limfodrenazh', /drenazh limfatik/i],
  ['pedikyr mjekësor', /^pedikyr kurativ/i],
  ['lash', /qerpik/i],
  ['massage', /masazh/i],
  ['mireqenie', /spa|mirëqenie/i],
  ['blow-dry', /tharje me stilim/i],
  ['deep tissue', /masazh i thellë/i],
  ['manik', /manikyr/i],
  ['manikir', /manikyr/i],
  ['pedikir', /pedikyr/i],
  ['masazj', /masazh/i],
  ['masahz', /masazh/i],
  ['balayaje', /balayage/i],
  ['microneedeling', /microneedling/i],
  ['Gërsheti i Artë', /./],
  ['gersheti', /./],
  ['relaksues masazh', /masazh relaksues/i],
])('%s finds what is meant', async (said, expected) => {
  expect((await titles(said))[0]).toMatch(expected);
});

test('every word has to be found', async () => {
  expect(await titles('manikyr xhel')).not.toContain('Manikyr semipermanent');
  expect(await titles('manikyr semipermanent')).toEqual(['Manikyr semipermanent']);
  expect(await titles('manikyr zhvxq')).toEqual([]);
  expect(await titles('zhvxq')).toEqual([]);
});

test('a category and a city are found by name, a search in one city stays there', async () => {
  const found = await search('nails', 'durres');
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((deal) => deal.category === 'nails' && deal.city === 'durres')).toBe(true);
  expect((await search('masazh vlore')).every((deal) => deal.city === 'vlore')).toBe(true);
});

test('the title counts more than the salon, the salon more than the category, that more than the description', async () => {
  const old = new Date('2025-01-01');
  await pool.query("insert into categories (id, name, slug) values (gen_random_uuid(), 'Kaktus', 'cactus')");
  await add({ title: 'Në përshkrim', description: 'Me vaj kaktusi', isFeatured: true });
  await add({ title: 'Në kategori', category: 'cactus' });
  await add({ title: 'Në sallon', businessName: 'Kaktusi i Gjelbër' });
  await add({ title: 'Maskë me kaktus', createdAt: old });
  await add({ title: 'Cactus', titleEn: 'Kaktus mask', createdAt: old, isFeatured: true });
  const ranked = ['Cactus', 'Maskë me kaktus', 'Në sallon', 'Në kategori', 'Në përshkrim'];
  expect(await titles('kaktus', 'tirana')).toEqual(ranked);
  const paged: string[] = [];
  for await (const page of guest.pages(deals.list, { query: { search: 'kaktus', limit: '2' } })) {
    paged.push(...page.map(({ title }) => title));
  }
  expect(paged).toEqual(ranked);
  await pool.query("update categories set name = 'Agave' where slug = 'cactus'");
  expect(await titles('agave', 'tirana')).toEqual(['Në kategori']);
});

test('a search comes in pages as it comes at once, however its fields lie in time', async () => {
  const word = 'baobab';
  const group = (kind: string, count: number, field: 'title' | 'description', age: number) =>
    Array.from({ length: count }, (_, n) => ({
      title: field === 'title' ? `${word} ${kind} ${n}` : `${kind} ${n}`,
      description: field === 'description' ? word : '',
      createdAt: new Date(Date.UTC(2026, 0, 28 - age, 0, n)),
    }));
  const all = [
    ...group('i ri', 30, 'description', 1),
    ...group('i mesëm', 14, 'title', 2),
    ...group('i vjetër', 30, 'description', 3),
  ];
  for (const deal of all) await add(deal);
  const query = { search: word, city: 'all' };
  const atOnce = (await guest(deals.list, { query: { ...query, limit: '100' } })).map(({ id }) => id);
  expect(atOnce).toHaveLength(all.length);
  const paged: string[] = [];
  for await (const page of guest.pages(deals.list, { query: { ...query, limit: '12' } })) {
    paged.push(...page.map(({ id }) => id));
  }
  expect(paged).toEqual(atOnce);
});

test('what is hidden, over or elsewhere is not found', async () => {
  await add({ title: 'Unikornis i fshehur', isHidden: true });
  await add({ title: 'Unikornis i skaduar', expiresAt: new Date(Date.now() - 1000) });
  await add({ title: 'Unikornis në Berat', city: 'berat' });
  expect(await titles('unikornis')).toEqual(['Unikornis në Berat']);
  expect(await titles('unikornis', 'tirana')).toEqual([]);
  expect(await guest(deals.list, { query: { city: 'all', category: 'hair', search: 'unikornis' } })).toEqual([]);
});

test('an edited deal is found by its new words only', async () => {
  const id = await add({ title: 'Terapi me ametist' });
  await pool.query("update deals set title = 'Terapi me safir' where id = $1", [id]);
  expect(await titles('ametist')).toEqual([]);
  expect(await titles('safir')).toEqual(['Terapi me safir']);
});

test('a slip of the pen is forgotten with its deal, so that it is corrected again', async () => {
  const right = await titles('masazhh');
  expect(right.length).toBeGreaterThan(1);
  const sweep = () => forgetWords(db);
  const gone = [
    'is_hidden = true',
    'is_active = false',
    'deleted_at = now()',
    "title = 'Masazh'",
    "expires_at = now() - interval '1 s'",
  ];
  for (const change of gone) {
    const slip = await add({ title: 'Masazhh' });
    expect(await titles('masazhh'), change).toEqual(['Masazhh']);
    await pool.query(`update deals set ${change} where id = $1`, [slip]);
    await sweep();
    expect(await titles('masazhh'), change).toEqual(expect.arrayContaining(right));
    await pool.query('delete from deals where id = $1', [slip]);
    await sweep();
  }
  expect(await titles('masazhh')).toEqual(right);
});

test('a word that comes back is known again, and one that others use stays', async () => {
  const sweep = () => forgetWords(db);
  const known = async (stem: string) => (await pool.query('select from vocabulary where stem = $1', [stem])).rowCount;
  const ids = [await add({ title: 'Kuarc' }), await add({ title: 'Kuarc dhe masazh' })];
  await pool.query('update deals set is_hidden = true where id = $1', [ids[0]]);
  await sweep();
  expect(await known('kuarc')).toBe(1);
  await pool.query('update deals set is_hidden = true where id = $1', [ids[1]]);
  await sweep();
  expect([await known('kuarc'), await known('masazh'), await known('tirana')]).toEqual([0, 1, 1]);
  await pool.query('update deals set is_hidden = false where id = $1', [ids[0]]);
  expect(await known('kuarc')).toBe(1);
});

test('a word is not forgotten while somebody is posting it', async () => {
  const id = await add({ title: 'Turmalinë' });
  await pool.query('delete from deals where id = $1', [id]);
  const posting = await pool.connect();
  await posting.query('begin');
  await add({ title: 'Turmalinë tjetër', isHidden: true });
  await posting.query("update deals set is_hidden = false where title = 'Turmalinë tjetër'");
  const sweeping = forgetWords(db);
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  await posting.query('commit');
  posting.release();
  await sweeping;
  expect(await titles('turmaline')).toEqual(['Turmalinë tjetër']);
});

test.each([
  '%',
  '_',
  '%_\\',
  "'",
  "''; drop table deals --",
  '&',
  '|',
  '!',
  '(',
  ':*',
  'a & | !',
  '\\',
  '*:*',
  '<->',
  '💅',
  'שלום',
  'مرحبا',
  '\u202Eabc\u202C',
  '𝔪',
  'ﬁ',
])('odd text %j is only text', async (said) => {
  const { statusCode } = await guest.send({ url: `/api/deals?city=all&search=${encodeURIComponent(said)}` });
  expect(statusCode).toBe(200);
});

test('wildcards are no words and find nothing', async () => {
  for (const said of ['%', '_', '%%%', '\\', '💅']) expect(await titles(said)).toEqual([]);
  expect((await titles('masazh 💅')).length).toBeGreaterThan(0);
});

test('a search that is empty is none, one of more than 200 characters finds nothing', async () => {
  const everything = await titles('');
  expect(await titles('   ')).toEqual(everything);
  const often = 'manikyr '.repeat(26).trim();
  expect(await titles(often.slice(0, 199))).toEqual(await titles('manikyr'));
  expect(await titles(often)).toEqual([]);
  expect((await guest.send({ url: `/api/deals?search=${'a'.repeat(6000)}` })).json()).toEqual([]);
  expect((await guest.send({ url: `/api/deals?search=${'a'.repeat(10_000)}` })).statusCode).toBe(414);
  const words = Array.from({ length: 100 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(' ');
  expect((await guest.send({ url: `/api/deals?city=all&search=${encodeURIComponent(words)}` })).statusCode).toBe(200);
});

test('each demo deal is found by its own title, in both languages', async () => {
  const live = demoDeals(new Date()).filter(
    (deal) =>
      deal.isActive !== false && !deal.isHidden && (!deal.expiresAt || deal.expiresAt.getTime() > Date.now() + 60_000),
  );
  expect(live.length).toBeGreaterThan(50);
  for (const deal of live) {
    for (const title of [deal.title, deal.titleEn ?? deal.title]) {
      expect(await titles(title), title).toContain(deal.title);
    }
  }
});
