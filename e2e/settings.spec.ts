import { axeViolations } from './shop/axe.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';

test('settings, changed, are found on another device', async ({ page, open, shopper }) => {
  await open(`${nodeA}/profile`);
  await page.getByRole('link', { name: 'Cilësimet' }).click();
  await expect(page).toHaveURL(`${nodeA}/settings`);
  await page.getByRole('switch', { name: 'Njoftimet me email' }).uncheck();
  await page.getByRole('button', { name: 'Ruaj cilësimet' }).click();
  await expect(page.getByText('Cilësimet u ruajtën', { exact: true })).toBeVisible();
  await page.getByLabel("Si doni t'ju thërrasim?").fill('Ana e Tiranës');
  await page.getByRole('button', { name: 'Ruaj emrin' }).click();
  await expect(page.getByText('Emri u ruajt', { exact: true })).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await page.getByRole('link', { name: 'Kthehu te profili' }).click();
  await expect(page.getByRole('main')).toContainText('Ana e Tiranës');
  await expect(page.getByRole('main')).toContainText(shopper.email);
  await open(`${nodeB}/settings`);
  await expect(page.getByRole('switch', { name: 'Njoftimet me email' })).not.toBeChecked();
  await expect(page.getByLabel("Si doni t'ju thërrasim?")).toHaveValue('Ana e Tiranës');
});

test('password, changed, signs out other devices', async ({ page, open, shopper, playwright }) => {
  const elsewhere = await playwright.request.newContext({ baseURL: nodeB });
  const { email, password } = shopper;
  await elsewhere.post('/api/auth/login', { data: { username: email, password } });
  expect((await elsewhere.get('/api/auth/me')).status()).toBe(200);
  await open(`${nodeA}/settings`);
  await expect(page.getByText('Pajisje e panjohur', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Ndrysho fjalëkalimin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' }).fill(password);
  await dialog.getByRole('textbox', { name: 'Fjalëkalimi i ri' }).fill(`${password}-tjetër`);
  expect(await axeViolations(page, { ofColour: true, within: 'dialog' })).toEqual([]);
  await dialog.getByRole('button', { name: 'Ruaj fjalëkalimin' }).click();
  await expect(page.getByText('Fjalëkalimi u ndryshua', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Pajisje e panjohur', { exact: true })).toHaveCount(0);
  expect((await elsewhere.get('/api/auth/me')).status()).toBe(401);
  await elsewhere.dispose();
  await page.getByRole('button', { name: 'Dil: Kjo pajisje' }).click();
  await expect(page).toHaveURL(`${nodeA}/`);
});
