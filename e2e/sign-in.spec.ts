import { ana } from '#db/world.ts';
import { expect, test } from './shop/journey.ts';

test('sign-in, wrong password first, shows the error and then succeeds', async ({ page, open, watch, context }) => {
  watch.expect(/401/);
  await open('/login?next=%2Ffavorites');
  const password = page.getByRole('textbox', { name: 'Fjalëkalimi' });
  await page.getByLabel('Email').fill(ana.email);
  await password.fill('nuk-eshte-ky');
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  const wrong = page.getByText('Emaili ose fjalëkalimi nuk është i saktë', { exact: true }).filter({ visible: true });
  await expect(page.getByText('Gabim', { exact: true })).toBeVisible();
  await expect(wrong).toHaveCount(1);
  // As long as a finger takes: neither the message nor what is wrong with a field comes in between.
  await page.getByRole('button', { name: 'Nuk keni llogari? Regjistrohuni' }).click({ delay: 200 });
  await expect(page.getByRole('button', { name: 'Krijo llogari' })).toBeVisible();
  await expect(wrong).toHaveCount(0);
  await password.fill('');
  await page.getByRole('button', { name: 'Keni llogari? Hyni' }).click({ delay: 200 });
  await expect(wrong).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(ana.email);
  await expect(password).toHaveValue('');
  await page.getByRole('button', { name: 'Shfaq fjalëkalimin' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.fill(ana.password);
  await page.getByRole('checkbox', { name: 'Më mbaj mend' }).uncheck();
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/favorites');
  const session = (await context.cookies()).find(({ name }) => name === 'bukuri');
  expect(session?.httpOnly).toBe(true);
  expect(session?.sameSite).toBe('Lax');
  expect(session?.expires, 'it is forgotten with the browser').toBe(-1);
});

test('Ana is remembered for 30 days when she says so', async ({ page, open, context }) => {
  await open('/login');
  await page.getByLabel('Email').fill(ana.email);
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill(ana.password);
  await page.getByRole('checkbox', { name: 'Më mbaj mend' }).check();
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/');
  const expires = (await context.cookies()).find(({ name }) => name === 'bukuri')?.expires ?? 0;
  expect(Math.round((expires - Date.now() / 1000) / 86_400)).toBe(30);
});

test('sign-out, removes personal data from the browser', async ({ page, open, shopper, context }) => {
  await open('/profile');
  await expect(page.getByRole('main')).toContainText(shopper.email);
  const label = await page.evaluate(() => localStorage.getItem('sessionId'));
  expect(label).toMatch(/^session_\d+_\w+$/);
  // A read that is under way would be refused, which the console reports.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Dil' }).click();
  await expect(page).toHaveURL('/');
  expect((await context.cookies()).filter(({ name }) => name === 'bukuri' || name === 'signedIn')).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).not.toBe(label);
  await page.goBack();
  await expect(page.getByRole('main')).toContainText('Vizitor');
  await expect(page.getByText(shopper.email)).toHaveCount(0);
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});
