import type { Page } from '@playwright/test';
import { colour, newDeal } from './shop/catalogue.ts';
import { expect, test, walk } from './shop/journey.ts';

/** In the page: wraps each text, and each that changes or is added, as the translators of Chrome, Edge and Samsung Internet do. */
function translatePage(): void {
  const translate = (node: Node): void => {
    if (!(node instanceof Text)) {
      for (const child of [...node.childNodes]) translate(child);
      return;
    }
    if (!node.parentElement || node.parentElement.closest('head, script, style, textarea, [translate=no], font'))
      return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = node.data;
    outer.append(inner);
    node.replaceWith(outer);
  };
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) if (node.isConnected) translate(node);
    observer.takeRecords();
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });
}

test.beforeEach(({ page }) => page.addInitScript(translatePage));

const totals = (page: Page) => page.getByRole('definition').locator('data');

test('translated page, used to buy and to change settings, shows amounts, counters and messages as they are', async ({
  page,
  open,
  shopper,
}) => {
  const deal = await newDeal('Ofertë e përkthyer', 4200);
  await open(`/deal/${deal}`);
  const price = page.getByRole('main').locator('p:has(> data)').first();
  const copied = await price.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return getSelection()?.toString();
  });
  expect(copied).toMatch(/^\s*4\s200\slekë\s+8\s400\slekë\s*$/);

  await shopper.add(deal);
  await open('/cart');
  const [more, less] = [/^Rrit sasinë/, /^Ul sasinë/].map((name) => page.getByRole('button', { name }));
  await more?.click();
  await expect(page.getByRole('status')).toHaveText('2');
  await more?.click();
  await expect(page.getByRole('status')).toHaveText('3');
  await expect(totals(page)).toHaveText(['25 200 lekë', '−12 600 lekë', '12 600 lekë']);
  await less?.click();
  await expect(totals(page).last()).toHaveText('8 400 lekë');
  await expect(page.locator('[data-live-region]')).toContainText('Totali: 8400 lekë');
  await page.getByRole('link', { name: 'Vazhdo te pagesa' }).click();
  await page.getByRole('link', { name: /Paguaj në sallon/ }).click();
  await page.getByRole('button', { name: 'Konfirmo porosinë' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Porosia juaj');
  await expect(page.getByRole('main').getByText(/^BK-/)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('2 × Ofertë e përkthyer');

  await shopper.add(colour.id);
  await open('/checkout?method=card');
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: /^Paguaj [\d,]+ USD$/ }).click();
  await expect(page.getByText('Pagesa u krye me sukses', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText(/^pi_/)).toBeVisible();

  await walk(page, '/profile');
  await page.getByRole('button', { name: 'Ndihmë dhe mbështetje' }).click();
  const help = page.getByRole('dialog');
  await expect(help).toContainText('0 / 500');
  await help.getByRole('textbox', { name: 'Mesazhi' }).fill('Mirëdita');
  await expect(help).toContainText('8 / 500');
  await help.getByRole('button', { name: 'Dërgo mesazhin' }).click();
  await expect(page.getByText('Mesazhi u dërgua!', { exact: true })).toBeVisible();

  await walk(page, '/settings');
  await page.getByRole('switch', { name: 'Njoftimet me email' }).uncheck();
  await page.getByRole('button', { name: 'Ruaj cilësimet' }).click();
  await expect(page.getByText('Cilësimet u ruajtën', { exact: true })).toBeVisible();
});
