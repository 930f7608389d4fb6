import type { Page } from '@playwright/test';
import { colour, gelNails, inDatabase, newDeal } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { STILL, served, slow } from './shop/slow-line.ts';

test.use(STILL);

const ADD = /Shto në shportë/;

const storedQuantities = async (email: string) => {
  const { rows } = await inDatabase(
    `select quantity from cart_items join users on users.id = user_id where email = $1 and removed_at is null`,
    [email],
  );
  return rows.map(({ quantity }) => quantity);
};

for (const ms of [2000, 10_000]) {
  test(`who is signed in is known after ${ms} ms: what was pressed before is done then`, async ({
    page,
    open,
    shopper,
  }) => {
    test.slow();
    await slow(page, '**/api/auth/me', { ms });
    await open(`/deal/${colour.id}`);
    await page.getByRole('button', { name: 'Ruaj', exact: true }).first().click();
    await page.getByRole('button', { name: ADD }).first().click();
    await expect(page.getByRole('button', { name: 'Po shtohet...' }).first()).toBeVisible();
    // Of the two messages at that moment the later one stays.
    await expect.poll(() => storedQuantities(shopper.email), { timeout: ms + 15_000 }).toEqual([1]);
    await expect(page).toHaveURL(`/deal/${colour.id}`);
    await expect(page.getByRole('button', { name: 'E ruajtur' })).toBeVisible();
    const { rows } = await inDatabase('select 1 from favorites join users on users.id = user_id where email = $1', [
      shopper.email,
    ]);
    expect(rows).toHaveLength(1);
  });
}

test('when nobody can tell who is signed in, every page says so and trying again helps', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  test.slow();
  watch.expect(/503/);
  await shopper.add(colour.id);
  await page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, body: '{}' }));
  for (const address of ['/checkout', '/favorites', '/profile', '/cart']) {
    await open(address);
    await expect(page.getByRole('main').getByText('Shërbimi është i mbingarkuar')).toBeVisible();
  }
  await page.unroute('**/api/auth/me');
  await page.getByRole('button', { name: 'Provo përsëri' }).click();
  await expect(page.getByRole('main').getByRole('article')).toContainText(colour.title);
});

test('ten quick taps from 1 end at 11', async ({ page, open, shopper }) => {
  await shopper.add(colour.id);
  await slow(page, '**/api/cart/*', { ms: 700, method: 'PATCH' });
  await open('/cart');
  const more = page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` });
  for (let taps = 0; taps < 10; taps++) await more.click();
  await expect(page.getByRole('main').getByRole('article').getByRole('status')).toHaveText('11');
  await expect.poll(() => storedQuantities(shopper.email)).toEqual([11]);
});

test('a line whose addition is under way can be changed', async ({ page, open, shopper }) => {
  await slow(page, '**/api/cart', { ms: 3000, method: 'POST' });
  await open('/');
  await page.getByRole('article').filter({ hasText: gelNails.title }).getByRole('link').click();
  await page.getByRole('dialog').getByRole('button', { name: ADD }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Shporta' }).click();
  const line = page.getByRole('main').getByRole('article');
  await page.getByRole('button', { name: `Rrit sasinë: ${gelNails.title}` }).click();
  await expect(line.getByRole('status')).toHaveText('2');
  await expect.poll(() => storedQuantities(shopper.email)).toEqual([2]);
  await expect(line.getByRole('status')).toHaveText('2');
});

test('what waited behind an earlier change when the page was reloaded is done', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  watch.expect(/ERR_ABORTED/);
  for (const { id } of [colour, gelNails]) await shopper.add(id);
  await slow(page, '**/api/cart/*', { ms: 3000, method: 'PATCH' });
  await open('/cart');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await sent;
  await page.getByRole('button', { name: `Rrit sasinë: ${gelNails.title}` }).click();
  await page.reload();
  const quantities = page.getByRole('main').getByRole('article').getByRole('status');
  await expect(quantities).toHaveText(['2', '2']);
  await expect.poll(() => storedQuantities(shopper.email), { timeout: 20_000 }).toEqual([2, 2]);
  await expect(quantities).toHaveText(['2', '2']);
});

test('an addition whose answer is lost happens once', async ({ page, open, shopper, watch }) => {
  watch.expect(/ERR_CONNECTION_RESET/);
  await open(`/deal/${colour.id}`);
  let lost = 0;
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost += 1;
    await served(route);
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: ADD }).first().click();
  await expect(page.getByText('Oferta u shtua në shportën tuaj', { exact: true })).toBeVisible();
  expect([lost, await storedQuantities(shopper.email)]).toEqual([1, [1]]);
});

test('a cart that cannot be fetched is not called empty', async ({ page, open, shopper, watch }) => {
  watch.expect(/503/);
  await shopper.add(colour.id);
  await page.route('**/api/cart/*', (route) => route.fulfill({ status: 503, body: '{}' }));
  for (const address of ['/cart', '/checkout']) {
    await open(address);
    await expect(page.getByRole('main').getByRole('button', { name: 'Provo përsëri' })).toBeVisible();
    await expect(page.getByText(/bosh/)).toHaveCount(0);
    await expect(page).toHaveURL(address);
  }
  await page.unroute('**/api/cart/*');
  await page.getByRole('button', { name: 'Provo përsëri' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zgjidhni mënyrën e pagesës' })).toBeVisible();
});

test("whoever wants to buy their own deal reads the server's reason", async ({ page, open, shopper, watch }) => {
  watch.expect(/409/);
  const own = await newDeal('Oferta e vetë shitësit');
  await inDatabase('update deals set user_id = (select id from users where email = $1) where id = $2', [
    shopper.email,
    own,
  ]);
  await open(`/deal/${own}`);
  await page.getByRole('button', { name: ADD }).first().click();
  await expect(page.getByText('Nuk mund ta blini ofertën tuaj.', { exact: true })).toBeVisible();
  expect(await storedQuantities(shopper.email)).toEqual([]);
});

test('two tabs show the same cart', async ({ page, open, shopper, context, baseURL }) => {
  await shopper.add(colour.id);
  await open('/cart');
  const other = await context.newPage();
  await other.goto(`${baseURL}/cart`);
  const quantity = (tab: Page) => tab.getByRole('main').getByRole('article').getByRole('status');
  await expect(quantity(other)).toHaveText('1');
  await page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await expect(quantity(other)).toHaveText('2');
  await other.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await expect(quantity(page)).toHaveText('3');
  expect(await storedQuantities(shopper.email)).toEqual([3]);
});

test('more deals that could not be fetched: the reason and another try', async ({ page, open, watch }) => {
  watch.expect(/503/);
  await open('/?city=all');
  await page.route('**/api/deals?*cursor=*', (route) =>
    route.fulfill({ status: 503, json: { code: 'server.busy', message: 'Shërbimi është i mbingarkuar.' } }),
  );
  const cards = page.getByRole('article');
  const before = await cards.count();
  await page.getByRole('button', { name: 'Shfaq më shumë oferta' }).click();
  const reason = page.getByRole('main').getByText('Shërbimi është i mbingarkuar.');
  await expect(reason).toBeVisible();
  await page.unroute('**/api/deals?*cursor=*');
  await page.getByRole('button', { name: 'Provo përsëri' }).click();
  await expect.poll(() => cards.count()).toBeGreaterThan(before);
  await expect(reason).toHaveCount(0);
});
