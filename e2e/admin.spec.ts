/** The admin panel: who gets in, and the push card. */
import { arta, besa } from '#db/world.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

test('guests and dealers are led from the admin panel to the sign-in page, administrators to the panel', async ({
  page,
  open,
}) => {
  await open('/admin?tab=users');
  await expect(page).toHaveURL('/login?next=%2Fadmin%3Ftab%3Dusers');
  await signIn(page, besa);
  await open('/admin');
  await expect(page).toHaveURL('/login?next=%2Fadmin');
  await expect(page.getByText(besa.email)).toBeVisible();
  await page.getByRole('button', { name: 'Hyr me një llogari tjetër' }).click();
  await page.getByLabel('Email').fill(arta.email);
  await page.getByLabel('Fjalëkalimi', { exact: true }).fill(arta.password);
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Paneli i administrimit' })).toBeVisible();
  await page.getByRole('link', { name: 'Kthehu te profili' }).click();
  await page.getByRole('link', { name: 'Hap panelin e administrimit' }).click();
  await expect(page.getByText(arta.email)).toBeVisible();
});
