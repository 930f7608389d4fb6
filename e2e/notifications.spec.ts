import { axeViolations } from './shop/axe.ts';
import { colour, inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { linkMailedTo } from './shop/mailbox.ts';

test('notification of an order, shown at the bell, is read by opening the inbox and leads to the order', async ({
  page,
  open,
  shopper,
}) => {
  await open('/');
  await page.getByRole('button', { name: 'Njoftimet', exact: true }).click();
  const inbox = page.getByRole('dialog', { name: 'Njoftimet' });
  await expect(inbox.getByText('Nuk keni ende njoftime')).toBeVisible();
  await shopper.add(colour.id);
  await shopper.order();
  await open('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Njoftimet 1 i palexuar' }).click();
  const entry = inbox.getByRole('link', { name: /Porosia juaj u konfirmua/ });
  await expect(entry).toContainText('I palexuar');
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  const bell = page.getByRole('banner').locator('button[aria-haspopup=dialog]');
  // What is behind a dialog is not in the accessibility tree.
  await expect(bell).toHaveAttribute('aria-label', 'Njoftimet');
  await expect(entry).toContainText('I palexuar');
  await entry.click();
  await expect(page).toHaveURL(/\/orders\//);
  await expect(inbox).toHaveCount(0);
  await open('/');
  await page.getByRole('button', { name: 'Njoftimet', exact: true }).click();
  await expect(inbox.getByRole('link', { name: /Porosia juaj u konfirmua/ })).not.toContainText('I palexuar');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('link of an email, opened and confirmed, ends notifications by email', async ({ page, shopper, watch }) => {
    watch.expect(/^request failed: GET \S+\/assets\/\S+\.js csp$/);
    watch.expect(/was preloaded using link preload but not used/);
    await shopper.confirmEmail();
    const { user } = await (await page.request.get('/api/auth/me')).json();
    const data = { dealId: colour.id, title: colour.title, titleEn: null, price: 900, before: 1200 };
    await inDatabase(
      `with made as (insert into notifications (id, user_id, kind, key, data)
         values (gen_random_uuid(), $1, 'priceDrop', 'journey', $2) returning id)
       select graphile_worker.add_job('notifications-email', json_build_object('id', id)) from made`,
      [user.id, data],
    );
    const link = await linkMailedTo(page, { email: shopper.email, subject: 'U ul çmimi i një oferte të ruajtur' });
    const settings = async () => (await page.request.get('/api/user/settings')).json();
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Çaktivizoni njoftimet me email' })).toBeVisible();
    expect(await settings()).toMatchObject({ emailNotifications: true });
    await page.getByRole('button', { name: 'Çaktivizo emailet' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Njoftimet me email u çaktivizuan' })).toBeVisible();
    await expect(page).toHaveURL(/\/unsubscribe\?said=done/);
    expect(await settings()).toMatchObject({ emailNotifications: false });
  });
});
