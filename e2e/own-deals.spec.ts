import { arta } from '#db/world.ts';
import { photo } from '#test/media-files.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';

test('dealer, posting a first deal with a photo, sees it on the home page of a guest, edits its price and deletes it', async ({
  page,
  open,
  shopper: _,
  watch,
  playwright,
  browser,
}) => {
  const { user } = await (await page.request.get('/api/auth/me')).json();
  const admin = await playwright.request.newContext({ baseURL: nodeA });
  await admin.post('/api/auth/login', { data: { username: arta.email, password: arta.password } });
  await admin.patch(`/api/admin/users/${user.id}/permissions`, { data: { canPostDeals: true } });
  await admin.post('/api/admin/membership/override', { data: { userId: user.id, planId: 'entry' } });
  await admin.dispose();

  await open('/profile');
  await page.getByRole('button', { name: 'Publiko një ofertë' }).click();
  const form = page.getByRole('dialog');
  const file = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo({ width: 1600, height: 1200 }) };
  const input = form.getByLabel('Ngarko', { exact: true }).first();
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(form.getByText('Ky lloj skedari nuk pranohet')).toBeVisible();
  watch.expect(/api\/media\/upload/);
  await page.route('**/api/media/upload', (route) => route.abort(), { times: 1 });
  await input.setInputFiles(file);
  const title = `Prerje flokësh ${user.id.slice(-6)}`;
  await form.getByLabel('Titulli i ofertës', { exact: true }).fill(title);
  await form.getByLabel('Kategoria').selectOption('hair');
  await form.getByLabel('Çmimi para zbritjes (lekë)').fill('2.400');
  await form.getByLabel('Çmimi i ofertës (lekë)').fill('1.200 lekë');
  await expect(form.getByText('Zbritja: 50%')).toBeVisible();
  await form.getByLabel('Emri i biznesit').fill('Salloni Provë');
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await form.getByRole('button', { name: 'Publiko një ofertë' }).click();
  await expect(form).toHaveCount(0);
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card.locator('img')).toHaveAttribute('src', /^\/media\//);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);

  const guest = await browser.newContext({ baseURL: nodeB });
  const home = await guest.newPage();
  await home.goto(`/?search=${encodeURIComponent(title)}`);
  await expect(home.getByRole('article').filter({ hasText: title })).toContainText(/1\s200/);

  await card.getByRole('button', { name: 'Ndrysho' }).click();
  await form.getByLabel('Çmimi i ofertës (lekë)').fill('1800');
  await form.getByRole('button', { name: 'Përditëso ofertën' }).click();
  await expect(form).toHaveCount(0);
  await expect(card).toContainText('25%');
  await card.getByRole('button', { name: 'Fshi', exact: true }).click();
  await form.getByRole('button', { name: 'Fshi' }).click();
  await expect(card).toHaveCount(0);
  await home.reload();
  await expect(home.getByRole('article').filter({ hasText: title })).toHaveCount(0);
  await guest.close();
});
