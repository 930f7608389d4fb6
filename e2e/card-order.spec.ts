import type { Page } from '@playwright/test';
import { openShopAtStripe, SCRIPT } from './shop/at-stripe.ts';
import { colour } from './shop/catalogue.ts';
import { expect, nodeA, test } from './shop/journey.ts';
import { readQr } from './shop/read-qr.ts';

const message = (page: Page, text: string) => page.locator('[data-messages]').getByText(text, { exact: true });
const payButton = (page: Page) => page.getByRole('button', { name: /^Paguaj [\d,]+ USD$/ });
const CARD = '/checkout?method=card';

/** Whether nothing lies over its middle or its edges. */
function isInSight(control: Element): boolean {
  const { left, top, bottom, width } = control.getBoundingClientRect();
  const heights = [top + 2, (top + bottom) / 2, bottom - 2];
  return heights.every((y) => control.contains(document.elementFromPoint(left + width / 2, y)));
}

/** Fills in one of the cards beside the form. */
const choose = (page: Page, number: string) => page.getByRole('button', { name: number }).click();

test('card payment, first declined, then succeeds and shows the order', async ({ page, open, shopper, watch }) => {
  // The clock that is stopped here is not let into the frame of a mail.
  watch.expect(/402|Blocked script execution/);
  await shopper.add(colour.id);
  await open(`${nodeA}/checkout`);
  await expect(page.getByRole('link', { name: /^Paguaj/ })).toHaveText([/me para në dorë/, /me kartë/]);
  await page.getByRole('link', { name: /Paguaj me kartë/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Përfundoni pagesën' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText(/1\sUSD = [\d,]+\slekë/);
  await expect(page.getByRole('main')).toContainText('Kjo është provë: nuk paguhen para të vërteta.');
  await payButton(page).click();
  await expect(page.getByLabel('Numri i kartës')).toBeFocused();
  await choose(page, '4000 0000 0000 0002');
  await payButton(page).press('Enter');
  await expect(message(page, 'Pagesa nuk u krye')).toBeVisible();
  // The reason came in above it.
  await expect(payButton(page)).toBeFocused();
  await expect.poll(() => payButton(page).evaluate(isInSight)).toBe(true);
  await page.getByLabel('Numri i kartës').fill('');
  await page.getByLabel('Numri i kartës').pressSequentially('4242424242424242');
  await expect(page.getByLabel('Numri i kartës')).toHaveValue('4242 4242 4242 4242');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await payButton(page).dblclick();
  await expect(message(page, 'Pagesa u krye me sukses')).toBeVisible();
  await expect(message(page, 'Faleminderit për blerjen!')).toBeVisible();
  await expect(page.getByRole('main').getByText(/^pi_/)).toBeVisible();
  await page.clock.runFor(1600);
  await expect(page).toHaveURL(`${nodeA}/`);
  await page.clock.resume();
  await open(`${nodeA}/profile`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('article')).toContainText('E përfunduar');
  await page.getByRole('link', { name: 'Shiko porosinë' }).click();
  await page.getByRole('heading', { name: 'Dëshmi pagese' }).click();
  await expect(page.getByRole('main')).toContainText(/[\d,]+\sUSD/);
  const said = await readQr(page.getByRole('img', { name: /^Kodi QR: p i _ / }));
  expect(said).toMatchObject({ paymentId: expect.stringMatching(/^pi_\w{20,}$/), status: 'completed', amount: 2200 });
  const mails = `${nodeA}/sandbox/mail`;
  await expect
    .poll(async () => (await page.request.get(mails)).text(), { timeout: 15_000 })
    .toMatch(new RegExp(`Dëshmi pagese:[^]{0,200}${shopper.email}`));
  await page.goto(mails);
  const address = await page
    .getByRole('link', { name: new RegExp(`Dëshmi pagese.*${shopper.email}`) })
    .getAttribute('href');
  const receipt = await (await page.request.get(nodeA + address)).text();
  expect(receipt).toMatch(/<h1>Dëshmi pagese: [\d\s]+lekë<\/h1>/);
  expect(receipt).toContain('Kjo është provë: nuk paguhen para të vërteta.');
  expect(receipt).toMatch(/Shiko porosinë: http\S+\/orders\/[\w-]{36}\s/);
});

test('card payment, bank authentication, refused and then confirmed', async ({ page, open, shopper, watch }) => {
  watch.expect(/402/);
  await shopper.add(colour.id);
  await open(nodeA + CARD);
  await choose(page, '4000 0000 0000 3220');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Refuzo', exact: true }).click();
  await expect(message(page, 'Pagesa nuk u krye')).toBeVisible();
  await expect(page).toHaveURL(nodeA + CARD);
  await choose(page, '4000 0000 0000 3220');
  await payButton(page).click();
  await page.getByRole('button', { name: 'Konfirmo pagesën' }).click();
  await expect(message(page, 'Pagesa u krye me sukses')).toBeVisible();
});

test('Stripe payment element, created with the specified options, pays the order', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  const shop = await openShopAtStripe();
  await page.exposeFunction('paid', shop.pay);
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  );
  await open(shop.origin + CARD);
  await expect(page.getByText('Card form')).toBeVisible();
  await expect(page.getByText('Fushat për të dhënat e kartës janë në anglisht.')).toBeVisible();
  await expect(page.getByText('Kjo është provë')).toHaveCount(0);
  await payButton(page).click();
  await expect(message(page, 'Karta nuk ka fonde të mjaftueshme.')).toBeVisible();
  expect(await page.evaluate('asked')).toEqual([
    ['Stripe', 'pk_test_journeys', { locale: 'en' }],
    ['elements', { clientSecret: 'pi_journey_secret_x', locale: 'en', appearance: 'object' }],
    [
      'create',
      'payment',
      {
        layout: 'tabs',
        wallets: { applePay: 'never', googlePay: 'never' },
        fields: { billingDetails: 'auto' },
      },
    ],
    ['confirm', { return_url: `${shop.origin}/checkout?method=card` }, 'if_required'],
  ]);
  await payButton(page).click();
  await expect(message(page, 'Pagesa u krye me sukses')).toBeVisible();
  await open(`${shop.origin}/profile`);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.goto('about:blank');
  await shop.close();
});
