/** Deals and categories in the admin panel, on a phone and on a wide screen. */
import { arta } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

const WIDE = { width: 1280, height: 900 };

test('deal: added, found, featured, hidden with a reason, shown and deleted', async ({ page, open }) => {
  const title = `Oferta ${Date.now()}`;
  await signIn(page, arta);
  await open('/admin?tab=deals');
  await page.getByRole('button', { name: 'Shto ofertë' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Titulli i ofertës').fill(title);
  await dialog.getByLabel('Kategoria').selectOption('nails');
  await dialog.getByLabel('Çmimi para zbritjes').fill('2 000');
  await dialog.getByLabel('Çmimi i ofertës').fill('1500');
  await dialog.getByLabel('Emri i biznesit').fill('Studio Provë');
  await dialog.getByRole('button', { name: 'Shto ofertë' }).click();
  await expect(page.getByText('Oferta u krijua')).toBeVisible();
  await page.getByRole('searchbox', { name: /^Kërko sipas titullit/ }).fill(title);
  const row = page.getByRole('article').filter({ hasText: title });
  await expect(row.getByText('Aktive', { exact: true })).toBeVisible();
  await expect(row.getByText('1 500 lekë')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);

  await page.setViewportSize(WIDE);
  const menu = async (item: string) => {
    await row.getByRole('button', { name: `Veprime të tjera për ${title}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('Veço');
  await expect(row.getByText('E veçuar', { exact: true })).toBeVisible();
  await menu('Mos e shfaq ofertën');
  await dialog.getByLabel('Arsyeja (do ta shohë biznesi)').fill('Çmimi nuk është i vërtetë');
  await dialog.getByRole('button', { name: 'Mos e shfaq ofertën' }).click();
  await expect(row.getByText('Fshehur nga administratori')).toBeVisible();
  await expect(row.getByText('Çmimi nuk është i vërtetë')).toBeVisible();
  await menu('Shfaqe përsëri');
  await dialog.getByRole('button', { name: 'Shfaqe përsëri' }).click();
  await expect(row.getByText('Fshehur nga administratori')).toBeHidden();
  await row.getByRole('button', { name: `Ndrysho: ${title}` }).click();
  await dialog.getByLabel('Çmimi i ofertës').fill('1200');
  await dialog.getByRole('button', { name: 'Përditëso ofertën' }).click();
  await expect(row.getByText('1 200 lekë')).toBeVisible();
  await row.getByRole('button', { name: `Fshi: ${title}` }).click();
  await dialog.getByRole('button', { name: 'Fshi ofertën' }).click();
  await expect(page.getByText(`Nuk u gjet asgjë për “${title}”`)).toBeVisible();
});

test('category: added, on the page of categories, deactivated and deleted', async ({ page, open }) => {
  await signIn(page, arta);
  await open('/admin?tab=categories');
  await page.getByRole('button', { name: 'Shto kategori' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Emri', { exact: true }).fill('Tatuazhe të përkohshme');
  await expect(dialog.getByLabel('Emri në adresë (slug)')).toHaveValue('tatuazhe-te-perkohshme');
  await dialog.getByLabel('Emri në anglisht').fill('Henna');
  await dialog.getByLabel('Ikona').selectOption('sun');
  await dialog.getByLabel('Ngjyra').selectOption('olive');
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'Shto kategori' }).click();
  const row = page.getByRole('article').filter({ hasText: '/tatuazhe-te-perkohshme' });
  await expect(row.getByText('Aktive', { exact: true })).toBeVisible();
  await page.setViewportSize(WIDE);
  await row.getByRole('button', { name: 'Zhvendos lart: Tatuazhe të përkohshme' }).click();
  await expect(page.getByRole('article').last()).not.toContainText('/tatuazhe');
  await open('/categories?lang=en');
  await expect(page.getByRole('link', { name: /Henna/ })).toBeVisible();
  await open('/admin?tab=categories&lang=sq');
  await row.getByRole('button', { name: /^Ndrysho/ }).click();
  await dialog.getByLabel('Aktive').uncheck();
  await dialog.getByRole('button', { name: 'Ruaj' }).click();
  await expect(row.getByText('Joaktive')).toBeVisible();
  await row.getByRole('button', { name: /^Fshi/ }).click();
  await dialog.getByRole('button', { name: 'Fshi kategorinë' }).click();
  await expect(row).toHaveCount(0);
});
