/** Money, overview and audit log in the admin panel. */
import { arta } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { colour } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

test('order by card: found by its buyer, refunded, in the audit log and the overview', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  watch.expect(/400/);
  await shopper.add(colour.id, 2);
  await open('/checkout?method=card');
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: /^Paguaj .*USD$/ }).click();
  await expect(page.getByRole('main').getByText(/^pi_/)).toBeVisible();
  await signIn(page, arta);
  await open(`/admin?tab=money&q=${encodeURIComponent(shopper.email)}`);
  const row = page.getByRole('article').filter({ hasText: shopper.email });
  await expect(row.getByText('E përfunduar')).toBeVisible();
  await row.getByRole('button', { name: 'Hollësitë' }).click();
  await expect(row.getByText(colour.title)).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  const dialog = page.getByRole('dialog');
  await row
    .getByRole('button', { name: /^Rimburso këtë kupon/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^Rimburso .*USD$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Rimburso këtë kupon/ })).toHaveCount(1);
  await row.getByRole('button', { name: /^Rimburso .*USD$/ }).click();
  await expect(dialog.getByText(shopper.email)).toBeVisible();
  await expect(dialog.getByText(/lekë · .* USD$/)).toBeVisible();
  await dialog.getByLabel('Arsyeja').selectOption('salon');
  await dialog.getByRole('button', { name: /^Rimburso .*USD$/ }).click();
  await expect(row.getByText('E rimbursuar').first()).toBeVisible();
  await expect(row.getByRole('button', { name: /^Rimburso/ })).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('tab', { name: 'Kursi i këmbimit' }).click();
  await page.getByRole('button', { name: 'Vendos kursin' }).click();
  await dialog.getByLabel('Lekë për një dollar').fill('9000,5');
  await dialog.getByRole('button', { name: 'Ruaj kursin' }).click();
  await expect(dialog.getByLabel('Lekë për një dollar')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Lekë për një dollar')).toHaveValue('9000,5');
  await open('/admin?tab=audit&q=payments.req');
  await expect(page.getByRole('article').filter({ hasText: arta.email }).first()).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await open('/admin?tab=overview');
  await page.getByText('Shfaq si tabelë').click();
  await expect(page.getByRole('row')).toHaveCount(8);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await page.getByRole('tab', { name: 'Kërkime pa rezultat' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Kërkime pa rezultat', exact: true })).toBeVisible();
});
