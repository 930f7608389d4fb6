import type { Page } from '@playwright/test';
import { arta } from '#db/world.ts';
import { colour, inDatabase, newDeal } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { overflows } from './shop/overflow.ts';
import { signIn } from './shop/shopper.ts';

// A phone's browser would make its window wider instead of scrolling.
test.use({ isMobile: false, contextOptions: { reducedMotion: 'reduce' } });

async function overflowsOf(page: Page, name: string): Promise<string[]> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const found = [...(await overflows(page, 360)), ...(await overflows(page, 320, true))];
  return found.map((each) => `${name}: ${each}`);
}

test('unbroken text of a salon, on every page that shows it, wraps', async ({ page, open, shopper }) => {
  const deal = await newDeal('Trajtim'.repeat(14));
  await inDatabase(
    'update deals set business_name = $2, address = $3, description = $3, hours = $2, price_unit = $4 where id = $1',
    [deal, 'SalloniiBukurisë'.repeat(6), `https://www.google.com/maps/place/${'41.3275,19.8187'.repeat(9)}`, 'person'],
  );
  await shopper.add(deal, 2);
  await shopper.order();
  await shopper.add(deal, 3);
  const found: string[] = [];
  const check = async (path: string) => {
    await open(path);
    await expect(page.locator('main').getByText('TrajtimTrajtim').first()).toBeVisible();
    found.push(...(await overflowsOf(page, path)));
  };
  for (const path of ['/?city=kruje', `/deal/${deal}`, '/cart', '/checkout', '/checkout?method=cash', '/profile'])
    await check(path);
  await page.getByRole('link', { name: /^Shiko porosinë/ }).click();
  await expect(page).toHaveURL(/\/orders\//);
  await check(new URL(page.url()).pathname);
  expect(found).toEqual([]);
});

test('large amounts and unbroken text of users, for shoppers, dealers and administrators, fit', async ({
  page,
  open,
  shopper,
}) => {
  const text = 'Masazh'.repeat(15);
  const deal = await newDeal(text, 49_999_999);
  const cheap = await newDeal(`Porosi${text}`);
  const change = (what: string, value: string) =>
    inDatabase(`update deals set ${what} where id = any($1)`, [[deal, cheap], value]);
  await change('business_name = $2', 'SalloniiBukurisë'.repeat(6));
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await send('/api/support/messages', { message: text });
  await send(`/api/deals/${deal}/reports`, { reason: 'other', text });
  await shopper.add(cheap, 3);
  await shopper.order();
  await shopper.add(colour.id, 12);
  const found: string[] = [];
  const visit = async (path: string) => {
    await open(path);
    found.push(...(await overflowsOf(page, path)));
  };
  await visit('/cart');
  await shopper.add(deal, 12);
  await visit('/cart');
  await visit(`/deal/${deal}`);
  await change('user_id = (select id from users where email = $2)', shopper.email);
  await shopper.becomeDealer();
  await visit('/profile');
  for (const name of ['Publiko një ofertë', 'Krijo profilin e sallonit']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    found.push(...(await overflowsOf(page, name)));
    await page.keyboard.press('Escape');
  }
  await signIn(page, arta);
  await open('/admin');
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  for (const tab of await tabs.all()) {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    found.push(...(await overflowsOf(page, `/admin: ${await tab.textContent()}`)));
  }
  expect(found).toEqual([]);
});
