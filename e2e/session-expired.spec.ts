import { colour, inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';

const endSessions = (email: string) =>
  inDatabase('delete from sessions using users where users.id = user_id and email = $1', [email]);

test('session revoked elsewhere, cart opened, asks to sign in and returns to the cart', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  watch.expect(/401/);
  await shopper.add(colour.id);
  await open('/cart');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await endSessions(shopper.email);
  await page.getByRole('button', { name: `Rrit sasinë: ${colour.title}` }).click();
  await expect(page.getByText('Keni dalë nga llogaria', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Sesioni mbaroi.* Hyni përsëri për të vazhduar aty ku ishit\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hyni që të shihni shportën tuaj' })).toBeVisible();
  await expect(page.getByText('Shporta juaj është bosh')).toHaveCount(0);
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/login?next=%2Fcart');
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill(shopper.password);
  await page.getByRole('main').getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('main').getByRole('article').getByRole('status')).toHaveText('1');
});

test('order, session revoked elsewhere, leads to the sign-in page with the reason', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  watch.expect(/401/);
  await shopper.add(colour.id);
  await open('/checkout?method=cash');
  const confirm = page.getByRole('button', { name: 'Konfirmo porosinë' });
  await expect(confirm).toBeVisible();
  await endSessions(shopper.email);
  await confirm.click();
  await expect(page).toHaveURL('/login?next=%2Fcheckout%3Fmethod%3Dcash');
  await expect(page.getByRole('heading', { level: 1, name: 'Hyni në llogari' })).toBeFocused();
  const reason = page.getByRole('listitem').filter({ hasText: 'sepse kishit dalë nga llogaria' });
  await expect(reason).toHaveAttribute('data-state', 'open');
});
