import { arta } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, nodeA, test } from './shop/journey.ts';
import { stranger } from './shop/shopper.ts';

test('guest applies on the page for salons, registers, and the request is open with their email', async ({
  page,
  open,
}) => {
  const who = stranger();
  await open('/for-salons');
  await page.getByRole('link', { name: 'Apliko për të publikuar oferta' }).first().click();
  await expect(page).toHaveURL('/login?next=%2Fprofile%23apply');
  await expect(page.getByRole('heading', { name: 'Hapni llogarinë e sallonit' })).toBeVisible();
  await page.getByLabel('Email').fill(who.email);
  const password = page.getByRole('textbox', { name: 'Fjalëkalimi' });
  await password.fill('aaaaaaaaaa');
  await expect(password).toHaveAccessibleDescription(/^Shenja të përsëritura/);
  await password.fill(who.password);
  await page.getByRole('checkbox', { name: 'kushtet' }).check();
  await page.getByRole('button', { name: 'Krijo llogari' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kërkesë për të publikuar oferta' });
  await expect(dialog.getByLabel('Email')).toHaveValue(who.email);
  await dialog.getByRole('button', { name: 'Anulo' }).click();
  await expect(page).toHaveURL('/profile');
});

test('request to post deals, approved, shows the dealer section after a refresh', async ({
  page,
  open,
  shopper,
  playwright,
}) => {
  await open('/profile');
  await page.getByRole('button', { name: 'Apliko për të publikuar oferta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kërkesë për të publikuar oferta' });
  await dialog.getByLabel('NIPT').fill('l12345678a');
  await dialog.getByLabel('Telefoni').fill('069 201 2345');
  await dialog.getByRole('button', { name: 'Dërgo kërkesën' }).click();
  await expect(page.getByText('Në shqyrtim', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const admin = await playwright.request.newContext({ baseURL: nodeA });
  await admin.post('/api/auth/login', { data: { username: arta.email, password: arta.password } });
  const requests: { id: string; user: { email: string } }[] = await (await admin.get('/api/dealer-requests')).json();
  const id = requests.find(({ user }) => user.email === shopper.email)?.id;
  const decided = await admin.patch(`/api/dealer-requests/${id}/status`, {
    data: { status: 'approved', notes: 'Mirë se erdhët!' },
  });
  expect(decided.status()).toBe(200);
  await admin.dispose();
  await expect(page.getByText('E miratuar', { exact: true })).toBeVisible();
  await expect(page.getByText('Mirë se erdhët!', { exact: true })).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await page.getByRole('button', { name: 'Rifresko faqen' }).click();
  await expect(page.getByText('Biznes i miratuar', { exact: true })).toBeVisible();
});
