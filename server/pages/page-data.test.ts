import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { createShop } from '#server/app.ts';
import { startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';
import type { PageState } from '#web/kit/router/page-state.ts';

const shop = await startShop({ makeApp: createShop });
const place = { distance: '41.327500,19.818900' };
const texts = { title: 'Prerje', titleEn: 'Cut', description: 'Me larje.', descriptionEn: 'With wash.' };
const both = await newDeal(shop.db, { ...texts, ...place });
const albanian = await newDeal(shop.db, { ...texts, ...place, titleEn: null, descriptionEn: null });

const list = '/api/deals?limit=12';
const _one = `/api/deals/${both}`;

async function stateOf(url: string): Promise<Map<unknown, unknown>> {
  const { body } = await shop.app.inject({ url });
  const text = /<script id="state"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? '';
  const { answers } = JSON.parse(text) as PageState;
  return new Map(answers.map(([[address], answer]) => [address, answer]));
}

const titlesIn = (answer: unknown) => {
  const { pages } = answer as {
    pages: { items: (typeof texts & typeof place & Record<'id' | 'timeLeft' | 'createdAt', string>)[] }[];
  };
  const cards = pages.flatMap(({ items }) => items);
  return [both, albanian].map((id) => {
    const card = cards.find((each) => each.id === id);
    const unseen = [card?.description, card?.descriptionEn, card?.timeLeft, card?.createdAt, card?.distance];
    return [card?.title, card?.titleEn, ...unseen];
  });
};

test('page data, in one language, leaves out unused texts', async () => {
  expect(titlesIn((await stateOf('/')).get(list))).toEqual([
    ['Prerje', null, '', null, '', '', ''],
    ['Prerje', null, '', null, '', '', ''],
  ]);
  expect(titlesIn((await stateOf('/?lang=en')).get(list))).toEqual([
    ['', 'Cut', '', '', '', '', ''],
    ['Prerje', null, '', null, '', '', ''],
  ]);
});

test.each([
  ['/', '/'],
  ['of a deal', `/deal/${both}`],
])('English page %s, Albanian text without translation, is marked with its language', async (_page, url) => {
  const { body } = await shop.app.inject({ url: `${url}?lang=en` });
  const { document: page } = new Window();
  page.write(body);
  const called = new Set([...page.querySelectorAll('main [lang=sq]')].map(({ textContent }) => textContent));
  expect(page.querySelector('main')?.textContent).toContain('Cut');
  expect(called).toEqual(new Set(['Prerje']));
});
