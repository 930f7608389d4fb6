import { expect, test } from './shop/journey.ts';
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

test('forms filled by a password manager without events, are sent as they show', async ({ page, open, context }) => {
  const fill = (label: string, value: string) =>
    page.getByRole('textbox', { name: label }).evaluate((input, filled) => {
      (input as HTMLInputElement).value = filled;
    }, value);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const who = stranger();
  await open('/login');
  await press('Nuk keni llogari? Regjistrohuni');
  await fill('Email', who.email);
  await fill('Fjalëkalimi', who.password);
  await page.getByRole('checkbox', { name: 'kushtet' }).check();
  await press('Krijo llogari');
  await expect(page).toHaveURL('/');
  await page.goto('about:blank');
  await context.clearCookies();
  await open('/login?next=%2Fsettings');
  await fill('Email', who.email);
  await fill('Fjalëkalimi', who.password);
  await press('Hyr');
  await expect(page).toHaveURL('/settings');
  await fill('Si doni të quheni?', 'Ana Prifti');
  await press('Ruaj emrin');
  await expect(page.getByText('Emri u ruajt', { exact: true })).toBeVisible();
});
