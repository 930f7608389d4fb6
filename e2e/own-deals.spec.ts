import type { Locator, Page } from '@playwright/test';
import { photo } from '#test/media-files.ts';
import { axeViolations } from './shop/axe.ts';
import { inDatabase } from './shop/catalogue.ts';
import { expect, nodeB, test } from './shop/journey.ts';

const POST = 'Publiko një ofertë';

async function fillIn(form: Locator, title: string): Promise<void> {
  await form.getByLabel('Titulli i ofertës', { exact: true }).fill(title);
  await form.getByLabel('Kategoria').selectOption('hair');
  await form.getByLabel('Çmimi para zbritjes (lekë)').fill('2.400');
  await form.getByLabel('Çmimi i ofertës (lekë)').fill('1.200 lekë');
}

const closeSheet = (page: Page) =>
  page.getByRole('dialog', { name: 'Oferta u publikua' }).getByRole('button', { name: 'Mbyll dritaren' }).click();

test('dealer, posting a first deal with a photo, sees it on the home page of a guest, edits it, copies it once expired, posts one from the library, has no posts left and deletes it', async ({
  page,
  open,
  shopper,
  watch,
  browser,
}) => {
  await shopper.becomeDealer();
  await open('/desk?tab=deals');
  await page.getByRole('button', { name: POST }).click();
  const form = page.getByRole('dialog');
  const file = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo({ width: 1600, height: 1200 }) };
  const input = form.getByLabel('Ngarko', { exact: true }).first();
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(form.getByText('Ky lloj skedari nuk pranohet')).toBeVisible();
  watch.expect(/api\/media\/upload/);
  await page.route('**/api/media/upload', (route) => route.abort(), { times: 2 });
  await input.setInputFiles(file);
  const title = `Prerje flokësh ${shopper.email.slice(0, 6)}`;
  await fillIn(form, title);
  await expect(form.getByText('Zbritja: 50%')).toBeVisible();
  await form.getByLabel('Emri i biznesit').fill('Salloni Provë');
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await form.getByRole('button', { name: POST }).click();
  await closeSheet(page);
  const card = page.getByRole('article').filter({ hasText: title }).last();
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

  await inDatabase(
    "update deals set created_at = created_at - interval '4 days', expires_at = now() - interval '1 second' where title = $1",
    [title],
  );
  await open('/desk?tab=deals');
  await expect(card.getByRole('button', { name: 'Ndrysho' })).toHaveAttribute('aria-disabled', 'true');
  await card.getByRole('button', { name: 'Kopjo/Ripubliko' }).click();
  await form.getByRole('button', { name: POST }).click();
  await closeSheet(page);
  await expect(page.getByRole('article').filter({ hasText: `${title} (Kopje)` })).toBeVisible();

  await page.getByRole('button', { name: POST }).click();
  await form.getByRole('button', { name: 'Galeria e fotove' }).click();
  const library = page.getByRole('dialog', { name: 'Zgjidhni një foto nga galeria' });
  await library.getByRole('button', { name: 'foto.jpg' }).first().click();
  await expect(form.getByAltText('Fotoja u shtua')).toHaveAttribute('src', /^\/media\//);
  await fillIn(form, `E treta ${title}`);
  await form.getByRole('button', { name: POST }).click();
  await closeSheet(page);
  await expect(page.getByText('Nuk ju kanë mbetur më publikime')).toBeVisible();
  await expect(page.getByRole('button', { name: POST })).toHaveAttribute('aria-disabled', 'true');

  const third = page.getByRole('article').filter({ hasText: `E treta ${title}` });
  await third.getByRole('button', { name: 'Fshi', exact: true }).click();
  await form.getByRole('button', { name: 'Fshi' }).click();
  await expect(third).toHaveCount(0);
  await home.goto(`/?search=${encodeURIComponent(title)}`);
  await expect(home.getByRole('article').filter({ hasText: title })).toHaveText(/Kopje/);
  await guest.close();
});
