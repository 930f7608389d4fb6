import { openShopAtGoogle } from './shop/at-google.ts';
import { expect, test } from './shop/journey.ts';
import { stranger } from './shop/shopper.ts';

test('Google sign-in, new account, accepts the terms once', async ({ page, watch }) => {
  const shop = await openShopAtGoogle();
  const { email } = stranger();
  await shop.standFor(page, { sub: email, email: email.replace(/@.*/, '@gmail.com') });
  watch.expect(/409/);
  await page.goto(`${shop.origin}/favorites`);
  // A page that was not loaded to sign in may not run the script of Google.
  await page.getByRole('main').getByRole('link', { name: 'Hyr', exact: true }).click();
  const button = page.getByRole('button', { name: 'Google: continue_with' });
  await expect(button).toBeVisible();
  await expect(page.getByText('ose vazhdoni me email')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toMatchObject({
    type: 'standard',
    theme: 'outline',
    size: 'large',
    locale: 'sq',
  });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Krijoni një llogari' })).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Krijo llogari' }).click();
  await expect(page).toHaveURL(`${shop.origin}/favorites`);
  await page.goto(`${shop.origin}/profile`);
  await expect(page.getByText('Keni hyrë në llogari')).toBeVisible();
  // What is asked for as somebody leaves would be answered 401.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Dil' }).click();
  await expect(page).toHaveURL(`${shop.origin}/`);
  await page.goto(`${shop.origin}/login?lang=en`);
  await expect(page.getByText('or continue with email')).toBeVisible();
  await button.click();
  await expect(page).toHaveURL(new RegExp(`^${shop.origin}/(\\?lang=en)?$`));
  // What the page still asks for is not to complain.
  await page.goto('about:blank');
  await shop.close();
});
