import { spelled } from '#core/i18n/spoken.ts';
import { besa } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { colour, gelNails } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';
import { readQr } from './shop/read-qr.ts';
import { signIn } from './shop/shopper.ts';

test('cash order, confirmed, shows the order with its QR code', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await shopper.add(gelNails.id, 2);
  await open(`${nodeA}/favorites`);
  await page.getByRole('link', { name: /^Shporta/ }).click();
  await page.getByRole('link', { name: 'Vazhdo te pagesa' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zgjidhni mënyrën e pagesës' })).toBeVisible();
  await page.getByRole('link', { name: /Paguaj në sallon me para në dorë/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pagesë me para në dorë' })).toBeVisible();
  await expect(page.getByText('Tani nuk paguani asgjë. Mund ta anuloni deri në ditën e fundit.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navigimi kryesor' })).toHaveCount(0);
  const legal = ['Kushtet e shërbimit', 'Politika e privatësisë', 'Aksesueshmëria'];
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText(legal);
  await page.getByRole('link', { name: 'Kthehu te mënyrat e pagesës' }).click();
  await expect(page).toHaveURL(`${nodeA}/checkout`);
  await page.getByRole('link', { name: /Paguaj në sallon me para në dorë/ }).click();
  await expect(page.getByRole('definition').locator('data').last()).toHaveAttribute('value', '4600');

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Konfirmo porosinë' }).click();
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Porosia juaj u konfirmua! Paguani në sallon me para në dorë.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Porosia juaj' })).toBeFocused();
  const ticket = page.getByRole('main');
  await expect(ticket).toContainText('Tregojeni këtë kod kur të shkoni në sallon.');
  await expect(ticket).toContainText(/Përdoreni deri më \d+ \p{L}+ \d{4}/u);
  const covered = await page.evaluate(() => {
    const [message, shown] = ['[data-messages] li', '[data-keep-clear]'].map((selector) =>
      document.querySelector(selector)?.getBoundingClientRect(),
    );
    return !message || !shown || (message.bottom > shown.top && message.top < shown.bottom);
  });
  expect(covered, 'the message stands beside the ticket and its heading').toBe(false);
  await expect(page.locator('[data-keep-clear]').getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  const code = (await ticket.getByText(/^BK-/).textContent()) ?? '';
  await page.clock.runFor(1400);
  await expect(page).toHaveURL(`${nodeA}/checkout?method=cash`);
  const placeOfMessage = () => page.locator('[data-messages] li').boundingBox();
  await page
    .locator('[data-messages] li')
    .evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const before = await placeOfMessage();
  await page.clock.runFor(150);
  await expect(page).toHaveURL(`${nodeA}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await placeOfMessage(), 'the message stays while home comes').toEqual(before);
  await expect(page.getByRole('link', { name: /^Shporta/ })).toHaveAccessibleName('Shporta');
  await page.clock.resume();
  await page.getByRole('complementary', { name: 'Porosi të hapura' }).getByText(code).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Porosia juaj' })).toBeFocused();
  await expect(page.getByRole('main').getByText(code)).toBeVisible();
  await page.getByText('Dëshmi pagese').click();
  await page.emulateMedia({ colorScheme: 'dark' });
  const order = await readQr(page.getByRole('img', { name: spelled(code) }));
  const { id, totalAmount, createdAt } = await (await page.request.get(`/api${new URL(page.url()).pathname}`)).json();
  const plain = { v: 1, amount: 4600, status: 'pending', paymentMethod: 'cash' };
  expect(order).toEqual({ ...plain, paymentId: code, orderId: id, date: createdAt });
  expect(totalAmount).toBe(4600);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  for (const behind of ['/', '/cart', '/favorites']) {
    await page.goBack();
    await expect(page, 'the cart stands behind an order once').toHaveURL(nodeA + behind);
  }

  await open(`${nodeB}/profile`);
  const card = page.getByRole('main').getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(code);
  await expect(card).toContainText('Paguhet në sallon');
  await expect(card).toContainText(`1 × ${colour.title}`);
  await expect(card).toContainText(`2 × ${gelNails.title}`);
  await expect(card).toContainText('4 600,00 lekë');
  await expect(card.getByRole('time').first()).toContainText(/\d+ \p{L}+ \d{4}, \d\d:\d\d/u);
  await expect(card).toContainText('Tregojeni këtë kod kur të shkoni në sallon.');
});

test('cash order, canceled by its buyer, is shown as canceled', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await shopper.order();
  await open(`${nodeA}/profile`);
  const order = page.getByRole('main').getByRole('article');
  await page.getByRole('button', { name: 'Anulo porosinë' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mbaj porosinë' }).click();
  await expect(order).toContainText('Paguhet në sallon');
  await page.getByRole('button', { name: 'Anulo porosinë' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Anulo porosinë' }).click();
  await expect(page.getByText('Porosia u anulua', { exact: true })).toBeVisible();
  await expect(order).toContainText('E anuluar nga ju');
  await expect(order.getByRole('heading').first()).toBeFocused();
  await open(`${nodeB}/profile`);
  await page.getByText('Historiku i porosive').click();
  await expect(order).toContainText('E dështuar');
  await expect(page.getByRole('button', { name: 'Anulo porosinë' })).toHaveCount(0);
});

test('dealer, shown the code of a cash order, finds what is to be paid at their salon, without the code', async ({
  page,
  open,
  shopper,
}) => {
  await shopper.add(colour.id, 2);
  await shopper.order();
  const [{ stripePaymentIntentId: code }] = await (await page.request.get('/api/orders/my')).json();
  await signIn(page, besa);
  await open('/profile');
  await page.getByRole('link', { name: 'Porositë e sallonit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paneli i sallonit' })).toBeFocused();
  const found = page.getByRole('main').getByRole('article');
  await page.getByRole('searchbox').fill(code);
  await page.keyboard.press('Enter');
  await expect(found).toHaveCount(2);
  await expect(found.first()).toContainText(colour.title);
  await page.getByRole('tab', { name: 'Porositë' }).click();
  await page.getByLabel('Kërko kodin e klientit').fill(code);
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(`2 × ${colour.title}`);
  await expect(found).toContainText('Paguhet te ju 4400 lekë');
  await expect(page.getByRole('main')).not.toContainText(code);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
});

test('checkout, empty cart, redirects to the cart with a message', async ({ page, open, shopper: _ }) => {
  await open('/checkout');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Shporta është bosh', { exact: true })).toBeVisible();
  await expect(page.getByText('Shtoni oferta në shportë para se të vazhdoni te pagesa', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shporta juaj është bosh' })).toBeVisible();
});
