import { arta } from '#db/world.ts';
import { photo } from '#test/media-files.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, nodeA, test } from './shop/journey.ts';
import { stranger } from './shop/shopper.ts';

// The payment page returns to the public address.
test.use({ baseURL: nodeA });

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

test('request to post deals, approved, leads in three steps to the first deal, which is shared', async ({
  page,
  open,
  shopper,
  playwright,
  context,
}) => {
  test.slow();
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

  const steps = page.getByRole('region', { name: 'Hapat e parë' });
  await steps.getByRole('button', { name: 'Shiko planet' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Zgjidh Fillestar' }).click();
  await (await opening).getByRole('button', { name: 'Paguaj' }).click();
  await expect(steps.getByText('E kryer')).toHaveCount(1);

  await steps.getByRole('button', { name: 'Plotëso profilin' }).click();
  const salon = page.getByRole('dialog', { name: 'Krijo profilin e sallonit' });
  await salon.getByLabel('Emri i sallonit').fill('Salloni i Parë');
  await salon.getByLabel('Adresa', { exact: true }).fill('Rruga e Parë 1');
  await salon.getByLabel('Ngjitni një link nga Google Maps').fill('https://www.google.com/maps/@41.3365,19.8187,17z');
  await expect(salon.getByText('Vendi: 1,0 km nga qendra (Tiranë)')).toBeVisible();
  const logo = { name: 'logo.jpg', mimeType: 'image/jpeg', buffer: await photo({ width: 600, height: 600 }) };
  await salon.getByLabel('Ngarko', { exact: true }).first().setInputFiles(logo);
  await salon.getByLabel('E hënë', { exact: true }).check();
  await salon.getByLabel('Telefoni').fill('+355 69 201 2345');
  await expect(salon.getByLabel('WhatsApp', { exact: true })).toHaveValue('+355 69 201 2345');
  await salon.getByRole('button', { name: 'Ruaj profilin' }).click();
  await expect(steps.getByText('E kryer')).toHaveCount(2);

  await steps.getByRole('button', { name: 'Publiko ofertën' }).click();
  const form = page.getByRole('dialog', { name: 'Publiko një ofertë' });
  const title = `Oferta e parë ${shopper.email.slice(0, 6)}`;
  await form.getByLabel('Titulli i ofertës', { exact: true }).fill(title);
  await form.getByLabel('Kategoria').selectOption('hair');
  await form.getByLabel('Çmimi i ofertës (lekë)').fill('1200');
  await form.getByRole('button', { name: 'Publiko një ofertë' }).click();
  const sheet = page.getByRole('dialog', { name: 'Oferta u publikua' });
  await expect(sheet.getByText(title)).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sheet.getByRole('button', { name: 'Kopjo linkun' }).click();
  await expect(page.getByText('Linku u kopjua', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await sheet.getByRole('link', { name: 'Ruaje foton për story' }).click();
  expect((await download).suggestedFilename()).toBe('bukuri-story.jpg');
  await expect(steps).toHaveCount(0);
  await sheet.getByRole('link', { name: 'Shiko ofertën' }).click();
  await expect(page.getByText('Kjo është oferta juaj')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
});
