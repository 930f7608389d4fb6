/** The desk of a salon, and the sections of the profile that it stands for. */
import { besa, demoId } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

test('salon, on a phone, sees what is due, scans a voucher, and finds the day, its figures and its statements', async ({
  page,
  open,
  shopper,
}) => {
  await shopper.add(demoId('deal', 'd02'));
  await shopper.order();
  const [order] = await (await page.request.get('/api/orders/my')).json();
  const [{ code }] = order.items[0].vouchers;
  await signIn(page, besa);
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/');
  await page.getByRole('banner').getByRole('link', { name: 'Paneli i sallonit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paneli i sallonit' })).toBeFocused();
  // Away from the header, whose tooltips are outside of landmarks.
  await page.mouse.move(5, 500);
  const tabs = page.getByRole('navigation', { name: 'Pjesët e panelit' });
  await expect(page.getByRole('navigation', { name: 'Navigimi kryesor' })).toBeHidden();
  await expect(tabs.getByRole('link')).toHaveText(['Sot', 'Shitjet', 'Ofertat', 'Shifrat', 'Salloni']);
  const used = page.getByRole('main').getByRole('link', { name: /Kuponë të përdorur sot$/ });
  const before = Number.parseInt((await used.textContent()) ?? '', 10);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);

  await page.getByRole('link', { name: 'Skano' }).click();
  await page.getByLabel('Shkruaj kodin').fill(code);
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Prano kuponin/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Kuponi u pranua' })).toBeVisible();
  await open('/desk');
  await expect(used).toContainText(new RegExp(`^${before + 1}\\D`));
  await used.click();
  await expect(page).toHaveURL('/desk?tab=sales&part=today');
  await expect(page.getByRole('tab', { name: 'Sot' })).toHaveAttribute('aria-selected', 'true');

  for (const name of ['Ofertat', 'Shifrat', 'Salloni']) {
    await tabs.getByRole('link', { name }).click();
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await page.waitForLoadState('networkidle');
    expect(await axeViolations(page, { ofColour: true }), name).toEqual([]);
  }
  await expect(page.getByRole('button', { name: /llogarinë bankare$/ })).toBeVisible();
  await open('/desk?tab=figures');
  await page
    .getByRole('link', { name: /^Pasqyra e muajit/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Pasqyra e muajit/ })).toBeFocused();
  await expect(page.getByRole('link', { name: /PDF/ })).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await open('/sales?tab=reviews');
  await expect(page).toHaveURL('/desk?tab=sales&part=reviews');
});

test('profile of a dealer, with sections closed, is short; a link to a deal opens its section', async ({
  page,
  open,
  shopper: _,
}) => {
  await signIn(page, besa);
  for (const [width, most] of [
    [390, 2900],
    [1280, 2200],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await open('/profile');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollHeight), `${width} px`).toBeLessThanOrEqual(most);
  }
  const [deal] = await (await page.request.get('/api/user/deals')).json();
  const card = page.locator(`#deal-${deal.id}`);
  await expect(card).toBeHidden();
  await open(`/profile#deal-${deal.id}`);
  await expect(card).toBeInViewport();
});
