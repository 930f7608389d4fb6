import type { Page } from '@playwright/test';
import { addressesFor } from './shop/addresses.ts';
import { colour, gelNails, newDeal } from './shop/catalogue.ts';
import { heardOn, misheard } from './shop/heard.ts';
import { expect, open, test, walk } from './shop/journey.ts';

/** In the page: keeps all that is said, wherever the voice is. */
function listen(): void {
  const log: string[] = [];
  Object.assign(window, { log });
  const hear = ({ target, addedNodes }: MutationRecord) => {
    if (!(target instanceof Element) || !target.matches('[data-live-region]')) return;
    for (const node of addedNodes) log.push(node.textContent ?? '');
  };
  new MutationObserver((records) => records.forEach(hear)).observe(document, { childList: true, subtree: true });
}

/** What was said since the last time. */
const heard = (page: Page) => page.evaluate(() => (window as unknown as { log: string[] }).log.splice(0));
const expectHeard = (page: Page, ...texts: (string | RegExp)[]) =>
  expect(async () => {
    const all = await page.evaluate(() => (window as unknown as { log: string[] }).log);
    expect(all).toEqual(texts.map((text) => expect.stringMatching(text)));
  }).toPass({ timeout: 8000 });
const focused = (page: Page) => page.locator(':focus');

/** What Chromium tells a screen reader of the places where things are said. */
async function voices(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const speaks = (name: string, value: unknown) => name === 'live' && value !== 'off';
  return nodes.filter(
    ({ ignored, role, properties = [] }) =>
      !ignored &&
      (['log', 'status', 'alert'].includes(role?.value) || properties.some((it) => speaks(it.name, it.value.value))),
  ).length;
}

test('focus is never lost and each event is said once, in the cart and the checkout', async ({ page, shopper }) => {
  await page.addInitScript(listen);
  await shopper.add(gelNails.id);
  await shopper.add(colour.id);
  await open(page, '/cart');
  const lines = page.getByRole('main').getByRole('article');
  await expect(lines).toHaveCount(2);
  await heard(page);

  await page.getByRole('button', { name: `Rrit sasinë: ${gelNails.title}` }).press('Enter');
  await expectHeard(page, new RegExp(`^${gelNails.title}: sasia 2$`), /^Totali: \d+\slekë$/);
  await heard(page);

  await page.getByRole('button', { name: `Hiq nga shporta: ${colour.title}` }).press('Enter');
  await expect(lines).toHaveCount(1);
  // The salon of the other one stands beside it.
  await expect(focused(page)).toHaveText('Thonjtë e Qershisë');
  await expectHeard(page, new RegExp(`^U hoq nga shporta. ${colour.title}`), /^Totali: \d+\slekë$/);
  await heard(page);
  await page.keyboard.press('F8');
  await page.getByRole('button', { name: 'Zhbëj' }).press('Enter');
  await expect(lines).toHaveCount(2);
  await expect(focused(page)).toHaveText('Thonjtë e Qershisë');
  await expectHeard(page, new RegExp(`kthye në shportë: ${colour.title}$`), /^Totali: \d+\slekë$/);
  await heard(page);
  await page.getByRole('button', { name: `Hiq: ${colour.title}` }).press('Enter');
  await expect(lines).toHaveCount(1);
  await expect(focused(page)).toHaveText('Thonjtë e Qershisë');
  await expectHeard(page, /^U hoq nga shporta/, /^Totali/);

  await page.getByRole('link', { name: 'Vazhdo te pagesa' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Zgjidhni mënyrën e pagesës' })).toBeFocused();
  await page.getByRole('link', { name: /^Paguaj në sallon/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Pagesë me para në dorë' })).toBeFocused();
  await expect(page).toHaveTitle(/^Pagesë me para në dorë – /);
  await heard(page);
  await page.getByRole('button', { name: 'Konfirmo porosinë' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Porosia juaj' })).toBeFocused();
  await expectHeard(page, /^Porosia u konfirmua.*B K, /);
});

test('an open deal has a voice that is heard, and what was said in it is not said again', async ({ page }) => {
  await page.addInitScript(listen);
  await open(page, '/');
  expect(await voices(page)).toBe(1);
  await page.locator(`article a[href="/deal/${gelNails.id}"]`).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // That of the page is silenced.
  await expect.poll(() => voices(page)).toBe(1);
  await heard(page);
  const save = dialog.locator('[data-tooltip]').and(dialog.getByRole('button', { name: /^Ruaj/ }));
  // A deal that still comes to rest scrolls, which hides it.
  const point = () =>
    expect(async () => {
      await save.blur();
      await save.focus();
      await expect(page.getByRole('tooltip')).toHaveText('Ruaj', { timeout: 1000 });
    }).toPass();
  await point();
  // One thing at a time.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await point();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Oferta u ruajt')).toBeVisible();
  expect(await voices(page)).toBe(1);
  await expectHeard(page, /^Oferta u ruajt/);
  // Its tooltip went with the press.
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator(`article a[href="/deal/${gelNails.id}"]`)).toBeFocused();
  await expectHeard(page, /^Oferta u ruajt/);
});

test('another city says how many deals there are, and where', async ({ page }) => {
  await page.addInitScript(listen);
  await open(page, '/');
  await heard(page);
  for (const [value, name] of [
    ['durres', 'Durrës'],
    ['vlore', 'Vlorë'],
  ] as const) {
    await page.getByLabel('Vendndodhja').focus();
    await page.getByLabel('Vendndodhja').selectOption(value);
    await expectHeard(page, new RegExp(`\\d+ ofert.* në ${name}$`));
    await expect(focused(page)).toHaveRole('combobox');
    await heard(page);
  }
});

test('nor is it lost when a cart is emptied, a deal is not kept any more, or more deals do not come', async ({
  page,
  shopper,
  watch,
}) => {
  watch.expect(/500/);
  await shopper.add(gelNails.id);
  for (const { id } of [colour, gelNails]) await shopper.save(id);
  await open(page, '/cart');
  await page.getByRole('button', { name: 'Zbraz shportën' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Zbraz shportën' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('main').getByRole('heading').and(focused(page))).toHaveCount(1);

  await open(page, '/favorites');
  await page.getByRole('button', { name: `Hiq nga të ruajturat: ${colour.title}` }).press('Enter');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('link', { name: gelNails.title })).toBeFocused();

  await page.route('**/api/deals?*cursor=*', (route) => route.fulfill({ status: 500, json: {} }));
  await open(page, '/?city=all');
  await page.getByRole('button', { name: 'Shfaq më shumë oferta' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Provo përsëri' })).toBeFocused();
});

test('each page is begun at its heading, names itself, and has one voice, on a phone and at a desk', async ({
  page,
  shopper,
  watch,
}) => {
  watch.expect(/402|404/);
  await shopper.add(gelNails.id);
  await shopper.order();
  const [order] = await (await page.request.get('/api/orders/my')).json();
  // More than a thousand dollars.
  await shopper.add(await newDeal('Paketë për nusen', 12_000), 10);
  await shopper.save(colour.id);
  await open(page, '/');
  const pages = addressesFor('anyone', 'user').filter((path) => path !== '/' && !path.startsWith('/?'));
  const paths = [...pages, `/orders/${order.id}`];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const titles = new Set<string>();
    for (const path of paths) {
      const place = `${path} at ${width} px`;
      const left = await page.title();
      await walk(page, path);
      await expect(page, place).not.toHaveTitle(left);
      await expect(page.getByRole('heading', { level: 1 }), place).toBeFocused();
      titles.add(await page.title());
      expect(await page.locator('[data-live-region]').count(), place).toBe(1);
      expect(misheard(await heardOn(page)), `${place}: numbers a voice would part`).toEqual([]);
    }
    expect(titles.size).toBe(paths.length);
  }
  await walk(page, '/checkout?method=card');
  await page.getByRole('button', { name: '4000 0000 0000 0002' }).press('Enter');
  await page.getByRole('button', { name: /^Paguaj \d{4,},\d\d USD$/ }).press('Enter');
  await expect(page.getByRole('form').getByText(/^Karta u refuzua/)).toHaveCount(1);
  expect(misheard(await heardOn(page)), 'a card that was declined').toEqual([]);
});

test('a dialog is begun where there is something to read, and gives focus back also when its question closes it', async ({
  page,
  open,
  shopper,
}) => {
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
