import { axeViolations } from './shop/axe.ts';
import { expect, test } from './shop/journey.ts';
import { linkMailedTo } from './shop/mailbox.ts';
import { shopperOf } from './shop/shopper.ts';

const NEW = 'fjala-e-re-e-imja';

test('password reset, by emailed link, sets a new password and continues', async ({ page, open, watch, baseURL }) => {
  watch.expect(/400/);
  const who = await shopperOf(page, baseURL ?? '');
  await page.context().clearCookies();
  await open('/login?next=%2Ffavorites');
  await page.getByRole('link', { name: 'Keni harruar fjalëkalimin?' }).click();
  await expect(page).toHaveURL('/reset?next=%2Ffavorites');
  await expect(page.getByRole('heading', { level: 1, name: 'Rivendosni fjalëkalimin' })).toBeFocused();
  await page.getByRole('button', { name: 'Dërgo linkun' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Dërgo linkun' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shikoni emailin tuaj' })).toBeFocused();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);

  const link = await linkMailedTo(page, { email: who.email, subject: 'Vendosni një fjalëkalim të ri' });
  await open(link);
  await expect(page).toHaveURL('/reset');
  await expect(page.getByRole('heading', { level: 1, name: 'Vendosni një fjalëkalim të ri' })).toBeVisible();
  const password = page.getByRole('textbox', { name: 'Fjalëkalimi i ri' });
  const save = page.getByRole('button', { name: 'Ruaj fjalëkalimin' });
  await password.fill('password123');
  await save.click();
  await expect(password).toHaveAccessibleDescription(
    'Ky fjalëkalim është tepër i thjeshtë. Mos përdorni emrin, emailin ose fjalë të zakonshme; provoni disa fjalë bashkë. Të paktën 8 karaktere',
  );
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  // The page begins anew in the other language, with what it was opened with.
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set a New Password' })).toBeVisible();
  await page.getByRole('link', { name: 'Shqip' }).click();
  await password.fill(NEW);
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fjalëkalimi u ndryshua' })).toBeFocused();
  await page.getByRole('main').getByRole('link', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/login?next=%2Ffavorites');
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill(NEW);
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/favorites');

  await open(link);
  await password.fill('edhe-nje-fjale-tjeter');
  await save.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Linku nuk vlen më' })).toBeFocused();
  await page.getByRole('link', { name: 'Kërko një link të ri' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});
