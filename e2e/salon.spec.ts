import { photo } from '#test/media-files.ts';
import { axeViolations } from './shop/axe.ts';
import { inDatabase } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, open as openPage, test } from './shop/journey.ts';

test('dealer, filling in the profile of their salon with photos and hours, shows it on its page', async ({
  page,
  open,
  shopper: _,
  browser,
}) => {
  test.slow();
  const { user } = await (await page.request.get('/api/auth/me')).json();
  await inDatabase('update users set can_post_deals = true where id = $1', [user.id]);
  const name = `Salloni Provë ${user.id.slice(-6)}`;

  await open('/profile');
  await page.getByRole('button', { name: 'Krijo profilin e sallonit' }).click();
  const form = page.getByRole('dialog');
  const fileOf = async (width: number) => ({
    name: `${width}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await photo({ width, height: 600 }),
  });
  await form.getByLabel('Emri i sallonit').fill(name);
  await form.getByLabel('Adresa', { exact: true }).fill('Rruga e Provës 7');
  await form.getByLabel('Përshkrimi në shqip').fill('Manikyr dhe pedikyr.');
  await form
    .getByLabel('Ngarko', { exact: true })
    .last()
    .setInputFiles([await fileOf(700), await fileOf(900)]);
  await expect(form.getByRole('img', { name: /^Foto \d nga 2$/ })).toHaveCount(2);
  const [first] = await form
    .getByRole('img', { name: 'Foto 1 nga 2' })
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
  await form.getByRole('button', { name: 'Zhvendos djathtas foton 1' }).click();
  await expect(form.getByRole('img', { name: 'Foto 2 nga 2' })).toHaveAttribute(
    'src',
    new RegExp(`${first?.slice(-30)}$`),
  );
  await form.getByLabel('E hënë', { exact: true }).check();
  await form.getByLabel('Mbyllet (E hënë)').fill('20:30');
  await form.getByLabel('E martë', { exact: true }).check();
  await form.getByLabel('Ditë pushimi', { exact: true }).fill('2099-01-01');
  await form.getByRole('button', { name: 'Shto ditën' }).click();
  await form.getByLabel('Telefoni').fill('069 201 2345');
  await form.getByLabel('Instagram').fill('@salloni.prove');
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await form.getByRole('button', { name: 'Ruaj profilin' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('link', { name: 'Shiko faqen e sallonit' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const guest = await browser.newContext({ baseURL: nodeB });
  const there = await guest.newPage();
  await openPage(there, new URL(page.url()).pathname);
  await expect(there.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(there.getByText('Rruga e Provës 7')).toBeVisible();
  await there.getByText('Orari sot:').click();
  await expect(there.getByRole('row', { name: 'E hënë' })).toContainText('09:00–20:30');
  await expect(there.getByRole('row', { name: 'E mërkurë' })).toContainText('mbyllur');
  await expect(there.getByText('Ditë pushimi: 1 janar 2099')).toBeVisible();
  await expect(there.getByRole('list', { name: 'Foto' }).getByRole('img')).toHaveCount(2);
  await expect(there.getByText('Ky sallon nuk ka oferta për momentin.')).toBeVisible();
  expect(await axeViolations(there, { ofColour: true })).toEqual([]);
  await guest.close();
});

test('salon page, with the keyboard alone, leads from a deal to the salon and its deals', async ({ page, open }) => {
  await open('/?search=xhel');
  const title = page.getByRole('link', { name: 'Manikyr xhel', exact: true });
  const card = page.getByRole('article').filter({ has: title });
  await title.focus();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('link', { name: 'Thonjtë e Qershisë' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Thonjtë e Qershisë' })).toBeFocused();
  const stops: string[] = [];
  for (let tab = 0; tab < 30 && !stops.includes('Manikyr xhel'); tab += 1) {
    await page.keyboard.press('Tab');
    stops.push((await page.locator(':focus').textContent())?.trim() ?? '');
  }
  expect(stops).toEqual(expect.arrayContaining(['Telefono', 'WhatsApp', 'Instagram', 'Manikyr xhel']));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Manikyr xhel' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/salon/thonjte-e-qershise');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('salon page is readable, and the links of its deals lead on', async ({ page, watch }) => {
    watch.expect(/^request failed: GET \S+\/assets\/\S+\.js csp$/);
    watch.expect(/was preloaded using link preload but not used/);
    await page.goto(`${nodeA}/salon/thonjte-e-qershise`);
    await expect(page.getByText('Rruga e Limonave 7')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Telefono' })).toHaveAttribute('href', /^tel:\+355/);
    await expect(page.locator('[type=button]').filter({ visible: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Manikyr xhel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Manikyr xhel' })).toBeVisible();
  });
});

test('shopper follows a salon, finds it among their favorites and stops following', async ({
  page,
  open,
  shopper: _,
}) => {
  await open('/salon/thonjte-e-qershise');
  await page.getByRole('button', { name: 'Ndiq sallonin' }).click();
  const followed = page.getByRole('button', { name: /^E ndiqni/ });
  await expect(followed).toBeVisible();
  await open('/favorites');
  await expect(page.getByRole('heading', { name: 'Sallonet që ndiqni' })).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await followed.click();
  await expect(page.getByRole('heading', { name: 'Sallonet që ndiqni' })).toHaveCount(0);
  await open('/salon/thonjte-e-qershise');
  await expect(page.getByRole('button', { name: 'Ndiq sallonin' })).toBeVisible();
});
