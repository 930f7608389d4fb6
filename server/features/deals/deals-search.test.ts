import { expect, test } from 'vitest';
import { deals } from '#core/contract/deals.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';
import { deleteUnusedWords } from './deals.store.ts';

const shop = await startShop({ config: { cache: false } });
const { pool, db } = shop;
const guest = shop.guest();
const add = newDeal(db);
await seedDemo(db);

const hints = (search: string, city?: string) => guest(deals.hints, { query: { search, city } });
const offer = async (search: string, city?: string) => {
  const found = (await hints(search, city)).offer;
  return found && `${found.category ?? '-'} ${found.search || '-'} ${found.city}`;
};

test.each([
  ['korce', undefined, '- - korce'],
  ['në Korçë', undefined, '- - korce'],
  ['Shkodra', undefined, '- - shkoder'],
  ['durrs', undefined, '- - durres'],
  ['tirana', 'tirana', null],
  ['tirana', 'all', '- - tirana'],
  ['thonj', undefined, 'nails - tirana'],
  ['Nails', 'all', 'nails - all'],
  ['lips', 'korce', 'lips - all'],
  ['masazh durrës', undefined, 'massage - durres'],
  ['Durrës Flokë', 'korce', 'hair - durres'],
  ['pedikyr korçë', undefined, '- pedikyr korce'],
  ['pedikyr korçë', 'korce', null],
  ['manikyr xhel', undefined, null],
  ['manikyr korçë', undefined, 'nails - korce'],
  ['manikyr korçë', 'korce', 'nails - korce'],
  ['buzë korçë', undefined, '- - korce'],
  ['Korce buzë', 'all', '- - korce'],
  ['zhvxq korçë', undefined, '- - korce'],
  ['tirana durres', 'vlore', '- - tirana'],
])('hints for “%s” in %s, offer %s', async (search, city, expected) => {
  expect(await offer(search, city)).toBe(expected);
});

test('offer of a hint, has the number of deals of its list', async () => {
  for (const said of ['korce', 'masazh durrës', 'pedikyr korçë', 'flokë']) {
    const found = (await hints(said)).offer;
    if (!found) throw new Error(said);
    const { count, city, category, search } = found;
    const list = await guest(deals.list, { query: { city, search, category: category ?? undefined } });
    expect(list, said).toHaveLength(count);
  }
});

test('search without complete matches, hints at partial ones: of the named city first, then by number of words', async () => {
  await add({ title: 'Karamel dhe jargavan', createdAt: new Date('2026-01-01') });
  await add({ title: 'Karamel' });
  await add({ title: 'Jargavan në Berat', city: 'berat' });
  await add({ title: 'Jargavan i fshehur', isHidden: true });
  await add({ title: 'Jargavan i skaduar', expiresAt: new Date(Date.now() - 1000) });
  const titles = async (said: string, city?: string) => (await hints(said, city)).partly.map(({ title }) => title);
  expect(await titles('karamel jargavan zhvxq')).toEqual(['Karamel dhe jargavan', 'Karamel']);
  const inBerat = (await guest(deals.list, { query: { city: 'berat' } })).map(({ title }) => title);
  for (const city of ['tirana', 'all']) {
    const found = await titles('karamel jargavan berat', city);
    expect(found[0], city).toBe('Jargavan në Berat');
    expect(new Set(found.slice(0, inBerat.length)), city).toEqual(new Set(inBerat));
    expect(found.slice(inBerat.length, inBerat.length + 2), city).toEqual(['Karamel dhe jargavan', 'Karamel']);
  }
  expect(await titles('jargavan zhvxq', 'all')).toEqual(['Jargavan në Berat', 'Karamel dhe jargavan']);
  expect(await titles('karamel jargavan')).toEqual([]);
  expect(await titles('zhvxq')).toEqual([]);
  expect(await titles('karamelo')).toEqual([]);
  expect(await titles('zhvxq qqwwz')).toEqual([]);
});

test('search that is empty, too long, of an unknown city or without words, has no hints', async () => {
  const none = { offer: null, corrected: null, partly: [] };
  for (const [said, city] of [
    ['', 'tirana'],
    ['  ', 'tirana'],
    ['korce '.repeat(40), 'tirana'],
    ['korce', 'paris'],
    ['💅 %', 'tirana'],
    ["'; zhvxq --", 'tirana'],
    [':* & | !', 'all'],
  ] as const) {
    expect(await hints(said, city), said).toEqual(none);
  }
});

test('next city, is the nearest other city with live deals', async () => {
  const next = async (city?: string, category?: string) => {
    const found = await guest(deals.nextCity, { query: { city, category } });
    return found && `${found.city} ${found.count}`;
  };
  const alive = async (city: string, category?: string) =>
    (await guest(deals.list, { query: { city, category } })).length;
  expect(await next()).toBe(`kruje ${await alive('kruje')}`);
  expect(await next('durres', 'nails')).toBe(`tirana ${await alive('tirana', 'nails')}`);
  await shop.pool.query("update deals set is_hidden = true where city in ('kruje', 'durres')");
  expect(await next()).toMatch(/^elbasan [1-9]/);
  await shop.pool.query("update deals set is_hidden = false where city in ('kruje', 'durres')");
  expect([await next('all'), await next('paris'), await next('tirana', 'invented')]).toEqual([null, null, null]);
});

const search = (said: string, city = 'all') => guest(deals.list, { query: { search: said, city } });
const titles = async (said: string, city?: string) => (await search(said, city)).map((deal) => deal.title);

const variants: [searches: string, title: RegExp][] = [
  ['korce|KORÇË|Gërsheti i Artë|gersheti', /./],
  ['FLOKE|flokë|flokësh', /flok/i],
  ['vetullat|vetulla|vetullave|brows|eyebrow', /vetull/i],
  ['thonjtë', /thonj/i],
  ['gel|xhel|gjel', /xhel/i],
  ['ngjyrosje', /lyerje|ngjyrosje/i],
  ['breshing|fenirim|blow-dry', /tharje me stilim/i],
  ['dyll', /dyllë/],
  ['peeling trupi', /^scrub trupi/i],
  ['masazh limfodrenues|limfodrenazh', /drenazh limfatik/i],
  ['pedikyr mjekësor', /^pedikyr kurativ/i],
  ['lash', /qerpik/i],
  ['massage|masazj|masahz', /masazh/i],
  ['mireqenie', /spa|mirëqenie/i],
  ['deep tissue', /masazh i thellë/i],
  ['manik|manikir', /manikyr/i],
  ['pedikir', /pedikyr/i],
  ['balayaje', /balayage/i],
  ['microneedeling', /microneedling/i],
  ['relaksues masazh', /masazh relaksues/i],
];

test.each(variants.flatMap(([words, title]) => words.split('|').map((word) => [word, title] as const)))(
  'search for %s, finds spelling variants, synonyms and translations',
  async (said, title) => {
    expect((await titles(said))[0]).toMatch(title);
  },
);

test('search with several words, finds deals that have all', async () => {
  expect(await titles('manikyr xhel')).not.toContain('Manikyr semipermanent');
  const [first, ...others] = await titles('manikyr semipermanent');
  expect(first).toBe('Manikyr semipermanent');
  for (const other of others) expect(other).toMatch(/manikyr.*semipermanent/i);
  expect(await titles('manikyr zhvxq')).toEqual([]);
  expect(await titles('zhvxq')).toEqual([]);
});

test('search for a category or city by name, finds its deals', async () => {
  const found = await search('nails', 'durres');
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((deal) => deal.category === 'nails' && deal.city === 'durres')).toBe(true);
  expect((await search('masazh vlore')).every((deal) => deal.city === 'vlore')).toBe(true);
});

test('search results, are ranked by title, salon, category, description', async () => {
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

test('search, does not find hidden, expired or filtered deals; an edited deal by its new words only', async () => {
  await add({ title: 'Unikornis i fshehur', isHidden: true });
  await add({ title: 'Unikornis i skaduar', expiresAt: new Date(Date.now() - 1000) });
  await add({ title: 'Unikornis në Berat', city: 'berat' });
  expect(await titles('unikornis')).toEqual(['Unikornis në Berat']);
  expect(await titles('unikornis', 'tirana')).toEqual([]);
  expect(await guest(deals.list, { query: { city: 'all', category: 'hair', search: 'unikornis' } })).toEqual([]);
  await pool.query("update deals set title = 'Terapi me safir' where title = 'Unikornis në Berat'");
  expect(await titles('unikornis')).toEqual([]);
  expect(await titles('safir')).toEqual(['Terapi me safir']);
});

test('misspelled word of a removed deal, is deleted from the vocabulary and corrected again', async () => {
  const corrected = await titles('masazhh');
  expect(corrected.length).toBeGreaterThan(1);
  for (const change of ['is_hidden = true', "title = 'Masazh'", "expires_at = now() - interval '1 s'"]) {
    const id = await add({ title: 'Masazhh' });
    expect(await titles('masazhh'), change).toEqual(['Masazhh']);
    await pool.query(`update deals set ${change} where id = $1`, [id]);
    await deleteUnusedWords(db);
    expect(await titles('masazhh'), change).toEqual(expect.arrayContaining(corrected));
    await pool.query('delete from deals where id = $1', [id]);
  }
});

const SPECIAL = "% _ %_\\ ' '';drop&table&deals-- & | ! ( :* a&|! \\ *:* <-> 💅 שלום مرحبا \u202Eabc\u202C 𝔪 ﬁ";

test.each(SPECIAL.split(' '))('search with special characters %j, is treated as text', async (said) => {
  const { statusCode } = await guest.send({ url: `/api/deals?city=all&search=${encodeURIComponent(said)}` });
  expect(statusCode).toBe(200);
});

test('search for wildcards, finds nothing', async () => {
  for (const said of ['%', '_', '%%%', '\\', '💅']) expect(await titles(said)).toEqual([]);
  expect((await titles('masazh 💅')).length).toBeGreaterThan(0);
});

test('empty search, lists everything; more than 200 characters, finds nothing', async () => {
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

test('search that is cut before its first match, says that there are more, and goes on there', async () => {
  const old = await Promise.all([1, 2, 3].map((day) => add({ title: 'Zymbyl', createdAt: new Date(2024, 0, day) })));
  for (let part = 0; part < 6; part++) {
    await pool.query(
      `insert into deals (id, title, business_name, price, category, city)
       select gen_random_uuid(), 'Tjetër', 'Tjetër', 100, category, city from deals d, generate_series(1, 450) where d.id = $1`,
      [old[0]],
    );
  }
  await pool.query("insert into search_frequencies values ('1zymbyl', 1000000), ('@tirana', 1000000)");
  const query = { search: 'zymbyl', city: 'tirana', limit: '2' };
  const sizes: number[] = [];
  const found: string[] = [];
  for await (const page of guest.pages(deals.list, { query })) {
    sizes.push(page.length);
    found.push(...page.map(({ id }) => id));
  }
  expect([sizes, found]).toEqual([[0, 2, 1], old.toReversed()]);
});
