import { onFirstPage } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const inDurres = onFirstPage(({ city }) => city === 'durres');

test('home, city chosen before, redirects to that city', async ({ page, open, context }) => {
  await open('/?city=durres');
  await open('/');
  await expect(page).toHaveURL('/?city=durres');
  await context.clearCookies();
  await open('/');
  await expect(page).toHaveURL('/?city=durres');
  await expect(page.getByRole('article')).toHaveCount(inDurres);
  await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Kategoritë' }).click();
  await expect(page).toHaveURL('/categories?city=durres');
  await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Kryefaqja' }).click();
  await expect(page).toHaveURL('/?city=durres');
});
