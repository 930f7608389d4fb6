import { openShopAtGoogle } from './shop/at-google.ts';
import { expect, test } from './shop/journey.ts';
import { shopperOf, stranger } from './shop/shopper.ts';

test('Google account, linked, signs in and can be unlinked', async ({ page, watch }) => {
  const shop = await openShopAtGoogle();
  const { email } = stranger();
  const there = email.replace(/@.*/, '@sallon.al');
  await shop.standFor(page, { sub: email, email: there });
  const owner = await shopperOf(page, shop.origin);
  watch.expect(/403/);
  await page.goto(`${shop.origin}/settings`);
  await page.getByRole('link', { name: 'Lidh një llogari' }).click();
  await expect(page).toHaveURL(`${shop.origin}/settings/link`);
  // A page that was not loaded to link may not run the script of Google.
  await page.getByRole('button', { name: 'Google: continue_with' }).click();
  await page.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' }).fill('nuk-eshte-ky');
  await page.getByRole('button', { name: 'Lidh një llogari' }).click();
  await expect(page.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' })).toHaveAccessibleDescription(
    /Fjalëkalimi nuk është i saktë/,
  );
  await page.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' }).fill(owner.password);
  await page.getByRole('button', { name: 'Lidh një llogari' }).click();
  await expect(page).toHaveURL(`${shop.origin}/settings`);
  await expect(page.getByText(there)).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${shop.origin}/login?lang=en&next=%2Fsettings`);
  await page.getByRole('button', { name: 'Google: continue_with' }).click();
  await expect(page).toHaveURL(/\/settings/);
  await page.getByRole('button', { name: 'Unlink Google' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`You no longer sign in to Bukuri with ${there}.`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(page.getByText('You have linked none.')).toBeVisible();
  // What the page still asks for is not to complain.
  await page.goto('about:blank');
  await shop.close();
});
