/** The tabs of the admin panel about people: requests and users. */
import { arta } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { expect, test } from './shop/journey.ts';
import { signIn } from './shop/shopper.ts';

const WIDE = { width: 1280, height: 900 };

test('request: found, decided once by two administrators, with notes; the user is a business then', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  const request = { nipt: 'L12345678A', phone: '069 201 2345' };
  const asked = await page.request.post('/api/dealer-requests', { data: request });
  const { id, userId } = await asked.json();
  await signIn(page, arta);
  await open('/admin?tab=requests');
  await page.getByRole('searchbox', { name: 'Kërko sipas emrit, emailit ose NIPT-it' }).fill(shopper.email);
  const entry = page.getByRole('article').filter({ hasText: shopper.email });
  await expect(entry.getByText('Në pritje')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(entry.getByText('format i rregullt')).toBeVisible();
  expect(await axeViolations(page, { ofColour: true, within: 'main' })).toEqual([]);
  await page.setViewportSize(WIDE);
  await entry.getByRole('button', { name: 'Mirato' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Shënime për biznesin').fill('Mirë se erdhët!');
  // The request fails: what was typed stays.
  watch.expect(/503|Failed to load/);
  await page.route(
    '**/status',
    (route) => route.fulfill({ status: 503, json: { message: 'x', code: 'server.busy' } }),
    {
      times: 2,
    },
  );
  await dialog.getByRole('button', { name: 'Mirato' }).click();
  await expect(page.getByText('Statusi i kërkesës nuk u përditësua').first()).toBeVisible();
  await expect(dialog.getByLabel('Shënime për biznesin')).toHaveValue('Mirë se erdhët!');
  await dialog.getByRole('button', { name: 'Mirato' }).click();
  await expect(entry.getByText('E miratuar')).toBeVisible();
  await entry.locator('summary').click();
  await expect(entry.getByText('Mirë se erdhët!')).toBeVisible();
  const again = await page.request.patch(`/api/dealer-requests/${id}/status`, { data: { status: 'rejected' } });
  expect(again.status()).toBe(409);
  await entry.getByRole('link', { name: 'Shfaq llogarinë' }).click();
  await expect(page.getByRole('row').filter({ hasText: shopper.email }).getByText('Biznes i miratuar')).toBeVisible();
  expect(page.url()).toContain(userId);
});

test('users: an account is suspended by the menu, is told why at sign-in, and is reinstated', async ({
  page,
  open,
  shopper,
  watch,
}) => {
  watch.expect(/403/);
  await signIn(page, arta);
  await open(`/admin?tab=users&q=${encodeURIComponent(shopper.email)}`);
  const row = page.getByRole('row').filter({ hasText: shopper.email });
  const menu = row.getByRole('button', { name: /^Veprime të tjera/ });
  await menu.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.click();
  expect(await axeViolations(page, { ofColour: true, within: 'main' })).toEqual([]);
  await page.getByRole('menuitem', { name: 'Pezullo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pezullo' });
  await dialog.getByLabel('Arsyeja').fill('Foto të vjedhura');
  await dialog.getByRole('button', { name: 'Pezullo' }).click();
  await expect(row.getByText('I pezulluar')).toBeVisible();
  const { email: username, password } = shopper;
  const refused = await page.request.post('/api/auth/login', { data: { username, password } });
  expect((await refused.json()).message).toBe('Kjo llogari është pezulluar. Arsyeja: Foto të vjedhura');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Riaktivizo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Riaktivizo' }).click();
  await expect(row.getByText('I pezulluar')).toHaveCount(0);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Bëje administrator' }).click();
  await expect(page.getByRole('dialog').getByLabel('Fjalëkalimi i tanishëm')).toBeVisible();
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Porositë dhe ofertat' }).click();
  await expect(page.getByRole('dialog').getByText('Nuk ka porosi')).toBeVisible();
});

test('dialog, opened from a row or a link, is in the address: reload keeps it, Back closes it; an unknown id is told', async ({
  page,
  open,
  shopper,
}) => {
  await signIn(page, arta);
  await open(`/admin?tab=users&q=${encodeURIComponent(shopper.email)}`);
  const menu = page.getByRole('button', { name: `Veprime të tjera për ${shopper.email}` });
  const dialog = page.getByRole('dialog', { name: 'Pezullo' });
  const reason = dialog.getByLabel('Arsyeja');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pezullo' }).click();
  await expect(reason).toBeVisible();
  const { searchParams } = new URL(page.url());
  const id = searchParams.get('open');
  expect(searchParams.get('do')).toBe('suspend');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/open=/);
  await expect(menu).toBeFocused();
  await page.goForward();
  await expect(reason).toBeVisible();
  await page.reload();
  await expect(reason).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/q=[^&]+$/);
  // A link to a row that the list does not show; nothing to go back to.
  await open(`/admin?tab=users&q=askush&open=${id}&do=suspend`);
  await expect(dialog.getByText(shopper.email)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin?tab=users&q=askush');
  await open('/admin?tab=users&open=d1f63afa-0000-4000-8000-000000000000');
  await expect(page.getByText('Kjo nuk ekziston ose nuk mund të hapet më.')).toBeVisible();
  await expect(page).toHaveURL('/admin?tab=users');
  await expect(page.getByRole('heading', { level: 2, name: 'Përdoruesit' })).toBeVisible();
});

test('message, deleted from its task in the overview, is gone: Back leads to the overview without a message', async ({
  page,
  open,
  shopper,
}) => {
  const message = `Nuk më erdhi kodi, ${shopper.email}`;
  await page.request.post('/api/support/messages', { data: { message } });
  await signIn(page, arta);
  await open('/admin?tab=overview');
  await page.getByRole('link', { name: message }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fshi mesazhin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fshi mesazhin' }).last().click();
  await expect(page.getByText('Mesazhi u fshi')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/admin');
  await page.goBack();
  await expect(page).toHaveURL('/admin?tab=overview');
  await expect(page.getByText('Kjo nuk ekziston ose nuk mund të hapet më.')).toHaveCount(0);
});

test('administrator handles the line "Për sot" to zero; the answer leads its reader to the question', async ({
  page,
  open,
  shopper,
}) => {
  const send = async (path: string, data: object) => (await page.request.post(path, { data })).json();
  await send('/api/dealer-requests', { nipt: 'L12345678A', phone: '069 201 2345' });
  await send('/api/support/messages', { message: 'Si ta ndryshoj emailin?' });
  await signIn(page, arta);
  const deal = { title: 'E raportuar', category: 'nails', price: 900, businessName: 'Studio', timeLeft: '1 day left' };
  const { id } = await send('/api/admin/deals', deal);
  await send(`/api/deals/${id}/reports`, { reason: 'price' });
  // The shop is shared with other journeys: what waits is asked for this person and deal.
  await page.route('**/api/admin/pending', async (route) => {
    const list = async (path: string) => (await page.request.get(path)).json();
    const lists = {
      dealerRequests: await list(`/api/dealer-requests?status=pending&q=${shopper.email}`),
      supportMessages: await list(`/api/admin/support/messages?status=pending&q=${shopper.email}`),
      dealReports: await list(`/api/admin/deal-reports?q=${id}`),
    };
    const found = Object.entries(lists);
    const only = found.flatMap(([kind, [first]]) => (first ? [[kind, first.id ?? first.deal.id]] : []));
    const counts = Object.fromEntries(found.map(([kind, items]) => [kind, items.length]));
    await route.fulfill({ json: { ...counts, only: Object.fromEntries(only) } });
  });
  await open('/admin');
  const line = page.getByText(/^Për sot:/).locator('..');
  const dialog = page.getByRole('dialog');
  await line.getByRole('link', { name: '1 kërkesë' }).click();
  await dialog.getByRole('button', { name: 'Mirato' }).click();
  const decision = page.getByRole('dialog', { name: 'Mirato' });
  await expect(decision.getByText('L12345678A')).toBeVisible();
  await decision.getByRole('button', { name: 'Mirato' }).click();
  await expect(line.getByRole('link', { name: '1 kërkesë' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await line.getByRole('link', { name: '1 mesazh' }).click();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'Përgjigju' }).click();
  await dialog.getByLabel('Përgjigjja').fill('Te Cilësimet.');
  await dialog.getByRole('button', { name: 'Dërgo përgjigjen' }).click();
  await expect(line.getByRole('link', { name: '1 mesazh' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await line.getByRole('link', { name: '1 raportim' }).click();
  await dialog.getByRole('button', { name: 'Hidh poshtë raportimet' }).click();
  await dialog.getByRole('button', { name: 'Hidh poshtë raportimet' }).last().click();
  await expect(line.getByText('asgjë në pritje')).toBeVisible();
  await page.request.delete(`/api/deals/${id}`);

  await signIn(page, shopper);
  const told: { kind: string; path: string }[] = await (await page.request.get('/api/notifications')).json();
  await open(told.find(({ kind }) => kind === 'supportReplied')?.path ?? '');
  await expect(dialog.getByText('Si ta ndryshoj emailin?').last()).toBeVisible();
  await expect(dialog.getByText('Te Cilësimet.')).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
});
