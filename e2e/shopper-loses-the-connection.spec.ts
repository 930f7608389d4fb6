import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { noteShifts, shiftsOf } from './shop/shifts.ts';
import { STILL } from './shop/slow-line.ts';

test.use(STILL);

test('a shopper loses the connection and gets it back', async ({ page, open, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await noteShifts(page);
  await open('/');
  await page.clock.install();
  await context.setOffline(true);
  const red = page.getByText('Nuk ka lidhje interneti', { exact: true });
  await expect(red).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await context.setOffline(false);
  const green = page.getByText('Lidhja u rivendos!', { exact: true });
  await expect(green).toBeVisible();
  await expect(red).toBeHidden();
  await page.clock.fastForward(3000);
  await expect(green).toBeHidden();
  expect(await shiftsOf(page)).toBeLessThan(0.001);
});

test('the green banner stays three seconds', async ({ page, open, context, watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await open('/');
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  await expect(page.getByText('Nuk ka lidhje interneti', { exact: true })).toBeVisible();
  await context.setOffline(false);
  const green = page.getByText('Lidhja u rivendos!', { exact: true });
  await expect(green).toBeVisible();
  await page.clock.runFor(2900);
  await expect(green).toBeVisible();
  await page.clock.runFor(200);
  await expect(green).toBeHidden();
});

test('a deal whose script is lost with the connection has a way out, and comes with it', async ({
  page,
  open,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /deal-modal/);
  const lost = { now: true };
  await page.route('**/deal-modal*.js', (route) => (lost.now ? route.abort('internetdisconnected') : route.fallback()));
  await open('/');
  await context.setOffline(true);
  await page.getByRole('article').getByRole('link', { name: colour.title }).click();
  const dialog = page.getByRole('dialog', { name: colour.title });
  await expect(dialog.getByRole('heading', { name: 'Jeni pa internet' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('article').getByRole('link', { name: colour.title }).click();
  await expect(dialog.getByRole('heading', { name: 'Jeni pa internet' })).toBeVisible();
  lost.now = false;
  await context.setOffline(false);
  await expect(dialog.getByRole('heading', { name: colour.title })).toBeVisible();
});

test('a connection that is lost and comes back without a word of the browser', async ({ page, open, watch }) => {
  watch.expect(/ERR_FAILED/);
  await open('/?city=all');
  const hasEnded = { now: false };
  for (const calls of ['**/api/**', '**/healthz']) {
    await page.route(calls, (route) => (hasEnded.now ? route.fallback() : route.abort('failed')));
  }
  await page.getByRole('button', { name: 'Shfaq më shumë oferta' }).click();
  await expect(page.getByText('Nuk ka lidhje interneti', { exact: true })).toBeVisible({ timeout: 5000 });
  hasEnded.now = true;
  await expect(page.getByText('Lidhja u rivendos!', { exact: true })).toBeVisible({ timeout: 5000 });
});

test('without a connection the checkout refuses politely and sends nothing', async ({
  page,
  open,
  context,
  shopper,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/);
  await shopper.add(colour.id);
  await open('/checkout?method=cash');
  const confirm = page.getByRole('button', { name: 'Konfirmo porosinë' });
  await expect(confirm).toBeVisible();
  const posted: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
  await context.setOffline(true);
  await expect(page.getByText('Nuk ka lidhje interneti', { exact: true })).toBeVisible();
  await confirm.click();
  await expect(page.getByText('Ky veprim kërkon lidhje interneti.', { exact: true })).toBeVisible();
  expect(posted).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText('Lidhja u rivendos!', { exact: true })).toBeVisible();
  await confirm.click();
  await expect(page.getByText('Porosia u konfirmua', { exact: true })).toBeVisible();
});

test('a quantity changed without a connection goes back and says so', async ({
  page,
  open,
  context,
  shopper,
  watch,
}) => {
  // The names of the controls come from a file of their own, which is not there yet.
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /tooltip-layer/);
  await shopper.add(colour.id, 2);
  await open('/cart');
  const quantity = page.getByRole('main').getByRole('article').getByRole('status');
  await expect(quantity).toHaveText('2');
  await context.setOffline(true);
  await page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await expect(page.getByText('Sasia nuk u përditësua', { exact: true })).toBeVisible();
  await expect(quantity).toHaveText('2');
});

test('what is missing without a connection is said in its place, and comes by itself when it is back', async ({
  page,
  open,
  context,
  watch,
}) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/);
  await open('/categories');
  const isThere = (name: string) => performance.getEntriesByType('resource').some((file) => file.name.includes(name));
  await page.waitForFunction(isThere, 'profile.page');
  await page.waitForFunction(isThere, 'deal-modal');
  const missing = page.getByRole('main').getByRole('heading', { name: 'Jeni pa internet' });
  const tabs = page.getByRole('navigation', { name: 'Navigimi kryesor' });
  // The script of the one is there, its deals are not; of the other nothing is.
  const ways = [
    { link: tabs.getByRole('link', { name: 'Kryefaqja' }), wanted: page.getByRole('article').first() },
    {
      link: page.getByRole('link', { name: 'Kushtet e shërbimit' }),
      wanted: page.getByRole('heading', { level: 1, name: 'Kushtet e shërbimit' }),
    },
  ];
  for (const { link, wanted } of ways) {
    await context.setOffline(true);
    await link.click();
    await expect(missing).toBeVisible();
    await tabs.getByRole('link', { name: 'Kategoritë' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kategoritë' })).toBeVisible();
    await link.click();
    await expect(missing).toBeVisible();
    await context.setOffline(false);
    await expect(wanted).toBeVisible();
    await tabs.getByRole('link', { name: 'Kategoritë' }).click();
  }
});

for (const way of ['refused', 'never answered'] as const) {
  test(`a page is ${way} though the browser believes in its network`, async ({ page, open, watch }) => {
    watch.expect(/ERR_FAILED/, /dynamically imported module/);
    await open('/?lang=en');
    const hasEnded = { now: false };
    await page.route('**/*', (route) => {
      if (hasEnded.now) return route.fallback();
      return way === 'refused' ? route.abort('failed') : undefined;
    });
    await page.getByRole('link', { name: 'Terms of Service' }).click();
    await expect(page.getByText('No internet connection', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Categories' })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toBeHidden();
    hasEnded.now = true;
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible({ timeout: 15_000 });
  });
}

for (const from of ['/profile', '/']) {
  test(`an order that stands on ${from} opens with its code though the connection is gone`, async ({
    page,
    open,
    context,
    shopper,
    watch,
  }) => {
    watch.expect(/ERR_INTERNET_DISCONNECTED/);
    await shopper.add(colour.id);
    await shopper.order();
    const ahead = page.waitForResponse(/\/order\.page-[^/]*\.js$/);
    await open(from);
    await ahead;
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.locator('a[href^="/orders/"]').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Porosia juaj' })).toBeFocused();
    await expect(page.getByRole('img', { name: /B K, / })).toBeVisible();
  });
}
