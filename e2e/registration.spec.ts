import { expect, refusalIn, test } from './shop/journey.ts';
import { stranger } from './shop/shopper.ts';

test('registration, missing fields first, shows errors and then succeeds', async ({ page, open }) => {
  const who = stranger();
  await open('/login');
  await page.getByRole('button', { name: 'Nuk keni llogari? Regjistrohuni' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Krijoni një llogari' })).toBeVisible();
  const email = page.getByLabel('Email');
  const password = page.getByRole('textbox', { name: 'Fjalëkalimi' });
  const terms = page.getByRole('checkbox', { name: 'kushtet' });
  const create = page.getByRole('button', { name: 'Krijo llogari' });
  await expect(page.getByText('Të paktën 8 karaktere')).toBeVisible();
  const law = page.getByRole('main').getByRole('link', { name: /Kushtet|Politika/ });
  await expect(law).toHaveText(['Kushtet e shërbimit', 'Politika e privatësisë']);
  await create.click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Ju lutemi, shkruani një adresë emaili të vlefshme');
  await expect(password).toHaveAccessibleDescription('Shkruani fjalëkalimin Të paktën 8 karaktere');
  await expect(terms).toHaveAccessibleDescription('Për të vazhduar, pranoni kushtet');
  await expect(page.getByRole('main').getByText('Kontrolloni 3 fusha')).toBeVisible();
  await expect(page.getByRole('log')).toHaveText('Kontrolloni 3 fusha');
  await email.fill('jo-email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill(who.email);
  await expect(email).not.toHaveAttribute('aria-invalid', 'true');
  await password.fill('shkurt');
  await expect(password).toHaveAccessibleDescription('Të paktën 8 karaktere');
  await password.fill(who.password);
  await terms.check();
  await expect(page.getByRole('checkbox', { name: 'Më mbaj mend' })).toBeChecked();
  await create.click();
  await expect(page).toHaveURL('/');
  const session = (await page.context().cookies()).find(({ name }) => name === 'bukuri');
  expect((session?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(29 * 86_400_000);
  await page.getByRole('navigation', { name: 'Navigimi kryesor' }).getByRole('link', { name: 'Profili' }).click();
  await expect(page.getByRole('main')).toContainText(who.email);
  await expect(page.getByText('Keni hyrë në llogari')).toBeVisible();
});

test('registration, email taken, is refused and keeps the input', async ({ page, open, watch }) => {
  watch.expect(/409/);
  await open('/login');
  await page.getByRole('button', { name: 'Nuk keni llogari? Regjistrohuni' }).click();
  await page.getByLabel('Email').fill('ana@bukuri.example');
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill('nje-fjalekalim-i-gjate');
  await page.getByRole('checkbox', { name: 'kushtet' }).check();
  await page.getByRole('button', { name: 'Krijo llogari' }).click();
  await expect(refusalIn(page)).toHaveText('Kontrolloni 1 fushë');
  await expect(page.getByText('Gabim', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Ka tashmë një llogari me këtë email. Hyni në të, ose shkruani një email tjetër.',
  );
  await expect(page.getByLabel('Email')).toHaveValue('ana@bukuri.example');
  await expect(page.getByRole('textbox', { name: 'Fjalëkalimi' })).toHaveValue('nje-fjalekalim-i-gjate');
});

test('registration, common password, is refused', async ({ page, open, watch }) => {
  watch.expect(/400/);
  await open('/login');
  await page.getByRole('button', { name: 'Nuk keni llogari? Regjistrohuni' }).click();
  await page.getByLabel('Email').fill(stranger().email);
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill('password123');
  await page.getByRole('checkbox', { name: 'kushtet' }).check();
  await page.getByRole('button', { name: 'Krijo llogari' }).click();
  await expect(refusalIn(page)).toHaveText('Kontrolloni 1 fushë');
  await expect(page.getByRole('textbox', { name: 'Fjalëkalimi' })).toHaveAccessibleDescription(
    'Ky fjalëkalim është tepër i thjeshtë. Mos përdorni emrin, emailin ose fjalë të zakonshme; provoni disa fjalë bashkë. Të paktën 8 karaktere',
  );
});
