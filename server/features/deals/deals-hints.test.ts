/** What a search names, and what has some of its words. */
import { expect, test } from 'vitest';
import { deals } from '#core/contract/deals.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/deals.ts';

const shop = await startShop({ config: { cache: false } });
const guest = shop.guest();
const add = newDeal(shop.db);
await seedDemo(shop.db);

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
  ['lips', undefined, 'lips - all'],
  ['masazh durrës', undefined, 'massage - durres'],
  ['Durrës Flokë', 'korce', 'hair - durres'],
  ['pedikyr korçë', undefined, '- pedikyr korce'],
  ['pedikyr korçë', 'korce', null],
  ['manikyr xhel', undefined, null],
  ['manikyr korçë', undefined, 'nails - korce'],
  ['manikyr korçë', 'korce', 'nails - korce'],
  ['masazh korçë', undefined, '- - korce'],
  ['Korce masazh', 'all', '- - korce'],
  ['zhvxq korçë', undefined, '- - korce'],
  ['tirana durres', 'vlore', '- - tirana'],
])('“%s” in %s offers %s', async (search, city, expected) => {
  expect(await offer(search, city)).toBe(expected);
});

test('what is offered is what stands behind the offer, counted', async () => {
  for (const said of ['korce', 'masazh durrës', 'pedikyr korçë', 'flokë']) {
    const found = (await hints(said)).offer;
    if (!found) throw new Error(said);
    const { count, city, category, search } = found;
    const list = await guest(deals.list, { query: { city, search, category: category ?? undefined } });
    expect(list, said).toHaveLength(count);
  }
});

test('where nothing has all words, deals with some are shown: in the city they name, then those with more first', async () => {
  await add({ title: 'Kakao dhe jargavan', createdAt: new Date('2026-01-01') });
  await add({ title: 'Kakao' });
  await add({ title: 'Jargavan në Berat', city: 'berat' });
  await add({ title: 'Jargavan i fshehur', isHidden: true });
  await add({ title: 'Jargavan i skaduar', expiresAt: new Date(Date.now() - 1000) });
  const titles = async (said: string, city?: string) => (await hints(said, city)).partly.map(({ title }) => title);
  expect(await titles('kakao jargavan zhvxq')).toEqual(['Kakao dhe jargavan', 'Kakao']);
  const inBerat = (await guest(deals.list, { query: { city: 'berat' } })).map(({ title }) => title);
  for (const city of ['tirana', 'all']) {
    const found = await titles('kakao jargavan berat', city);
    expect(found[0], city).toBe('Jargavan në Berat');
    expect(new Set(found.slice(0, inBerat.length)), city).toEqual(new Set(inBerat));
    expect(found.slice(inBerat.length, inBerat.length + 2), city).toEqual(['Kakao dhe jargavan', 'Kakao']);
  }
  expect(await titles('jargavan zhvxq', 'all')).toEqual(['Jargavan në Berat', 'Kakao dhe jargavan']);
  expect(await titles('kakao jargavan')).toEqual([]);
  expect(await titles('zhvxq')).toEqual([]);
  expect(await titles('kakaoo')).toEqual([]);
  expect(await titles('zhvxq qqwwz')).toEqual([]);
});

test('hints to nothing, to too much or to nowhere are none', async () => {
  const none = { offer: null, partly: [] };
  for (const [said, city] of [
    ['', 'tirana'],
    ['  ', 'tirana'],
    ['korce '.repeat(40), 'tirana'],
    ['korce', 'paris'],
    ['💅 %', 'tirana'],
    ["'; drop table deals --", 'tirana'],
    [':* & | !', 'all'],
  ] as const) {
    expect(await hints(said, city), said).toEqual(none);
  }
});

test('behind the end of a list stands the nearest city that has any', async () => {
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
