import { demoId } from '#db/world.ts';
import { massage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const ritual = { id: demoId('deal', 'd26'), title: 'Ritual spa për dy persona' };

test('a card says how long the deal runs, and the deal says until when', async ({ page, open }) => {
  await open('/');
  const card = page.getByRole('article').filter({ hasText: massage.title });
  await expect(card.getByText(/^Edhe \d+ (ditë|orë)$/)).toBeVisible();
  await card.getByRole('link').click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText(/^Deri të (hënën|martën|mërkurën|enjten|premten|shtunën|dielën), \d+ [a-zë]+, \d\d:\d\d$/),
  ).toBeVisible();
  await open(`/deal/${massage.id}?lang=en`);
  await expect(page.getByText(/^Until [A-Z][a-z]+day, \d+ [A-Z][a-z]+, \d\d:\d\d$/)).toBeVisible();
});

test('a price for two says what one pays, on the card and on the deal', async ({ page, open }) => {
  await open(`/?city=all&search=${ritual.title}`);
  const card = page.getByRole('article').filter({ hasText: ritual.title });
  await expect(card).toContainText('3 750 lekë për person');
  await open(`/deal/${ritual.id}`);
  await expect(page.getByRole('main').getByRole('article')).toContainText('3 750 lekë për person');
});
