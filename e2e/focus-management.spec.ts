import { addressesFor } from './shop/addresses.ts';
import { colour, gelNails } from './shop/catalogue.ts';
import { expect, open, test, walk } from './shop/journey.ts';

test('page navigation, focuses the heading and sets a unique title', async ({ page, shopper, watch }) => {
  watch.expect(/404/);
  await shopper.add(gelNails.id);
  await shopper.order();
  const [order] = await (await page.request.get('/api/orders/my')).json();
  await shopper.add(colour.id);
  await shopper.save(colour.id);
  await open(page, '/');
  const pages = addressesFor('anyone', 'user').filter((path) => path !== '/' && !path.startsWith('/?'));
  const paths = [...pages, `/orders/${order.id}`];
  const titles = new Set<string>();
  for (const path of paths) {
    const left = await page.title();
    await walk(page, path);
    await expect(page, path).not.toHaveTitle(left);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeFocused();
    titles.add(await page.title());
  }
  expect(titles.size).toBe(paths.length);
});

test('dialog, opened and closed, moves focus in and back', async ({ page, open, shopper }) => {
  await shopper.add(gelNails.id);
  await shopper.order();
  await open('/settings');
  const opener = page.getByRole('button', { name: 'Mbyll llogarinë' });
  const dialog = page.getByRole('dialog', { name: 'Mbyll llogarinë' });
  await opener.press('Enter');
  const field = dialog.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' });
  await expect(field).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused();
  await field.press('x');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: /^Doni ta mbyllni/ });
  await expect(question.getByRole('button', { name: 'Vazhdo' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Mbyll pa ruajtur' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();

  await open('/profile');
  await page.getByRole('button', { name: 'Anulo porosinë' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Mbaj porosinë' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The way out has focus from the first, and its name does not cover anything that Escape would have to take away.
  await open('/');
  await page.getByRole('button', { name: 'Njoftimet' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Mbyll dritaren' })).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
