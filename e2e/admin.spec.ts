/** The admin panel: who gets in, its tabs, messages to support and the push card. */
import { arta, besa } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

const WIDE = { width: 1280, height: 900 };

test('guests and dealers are led from the admin panel to the sign-in page, administrators to the panel', async ({
  page,
  open,
}) => {
  await open('/admin?tab=users');
  await expect(page).toHaveURL('/login?next=%2Fadmin%3Ftab%3Dusers');
  await signIn(page, besa);
  await open('/admin');
  await expect(page).toHaveURL('/login?next=%2Fadmin');
  await expect(page.getByText(besa.email)).toBeVisible();
  await page.getByRole('button', { name: 'Hyr me një llogari tjetër' }).click();
  await page.getByLabel('Email').fill(arta.email);
  await page.getByLabel('Fjalëkalimi', { exact: true }).fill(arta.password);
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Paneli i administrimit' })).toBeVisible();
  await page.getByRole('link', { name: 'Kthehu te profili' }).click();
  await page.getByRole('link', { name: 'Hap panelin e administrimit' }).click();
  await expect(page.getByText(arta.email)).toBeVisible();
});

test('support: a message is found, marked as read and deleted, by keys and on a wide screen too', async ({
  page,
  open,
}) => {
  const subject = `Kodi ${Date.now()}`;
  const message = { email: 'vizitor@example.al', subject, message: 'Ku e gjej kodin e porosisë?' };
  expect((await page.request.post('/api/support/contact', { data: message })).ok()).toBe(true);
  await signIn(page, arta);
  await open('/admin');
  await expect(page.getByRole('tab', { name: /^Mbështetja .*në pritje$/ })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('searchbox', { name: 'Kërko sipas dërguesit, temës ose mesazhit' }).fill(subject);
  await expect(page).toHaveURL(/q=Kodi/);
  await expect(page.getByRole('article')).toHaveCount(1);
  const entry = page.getByRole('article').filter({ hasText: subject });
  await expect(entry.getByText('Kontakt anonim')).toBeVisible();
  await expect(entry.getByText('vizitor@example.al')).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await entry.getByRole('button', { name: 'Shëno si të lexuar' }).click();
  await expect(entry.getByText('i lexuar', { exact: true })).toBeVisible();
  await entry.getByRole('button', { name: 'Përgjigju' }).click();
  const form = page.getByRole('dialog', { name: 'Përgjigju' });
  await form.getByLabel('Përgjigjja').fill('Kodin e gjeni te profili.');
  expect(await axeViolations(page, { ofColour: false, within: 'dialog' })).toEqual([]);
  await form.getByRole('button', { name: 'Dërgo përgjigjen' }).click();
  await expect(entry.getByText('me përgjigje', { exact: true })).toBeVisible();
  await expect(entry.getByRole('button', { name: 'Përgjigju' })).toHaveCount(0);
  await page.setViewportSize(WIDE);
  await page.reload();
  await entry.getByRole('button', { name: 'Fshi mesazhin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Anulo' }).click();
  await entry.getByRole('button', { name: 'Fshi mesazhin' }).click();
  await dialog.getByRole('button', { name: 'Fshi mesazhin' }).click();
  await expect(page.getByText(`Nuk u gjet asgjë për “${subject}”`)).toBeVisible();
  await page.getByRole('tab', { name: /^Mbështetja/ }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/q=/);
  await page.goBack();
  await expect(page).toHaveURL(/q=Kodi/);
});
