import { codeOf } from '#test/second-factors.ts';
import { expect, test } from './shop/journey.ts';

test('two-step sign-in, turned on, accepts a recovery code and can be turned off', async ({
  page,
  open,
  watch,
  shopper,
}) => {
  watch.expect(/401|403/);
  await open('/settings');
  await expect(page.getByText('Për ta aktivizuar, konfirmoni më parë emailin.')).toBeVisible();
  await shopper.confirmEmail();
  await open('/settings');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Aktivizo hyrjen me dy hapa' }).click();
  await dialog.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' }).fill('nuk-eshte-ky');
  await dialog.getByRole('button', { name: 'Vazhdo' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' })).toHaveAccessibleDescription(
    /Fjalëkalimi nuk është i saktë/,
  );
  await dialog.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' }).fill(shopper.password);
  await dialog.getByRole('button', { name: 'Vazhdo' }).click();
  const step = dialog.getByRole('heading', { name: 'Shtojeni te aplikacioni i kodeve' });
  const qr = dialog.getByRole('img', { name: 'Kod QR me çelësin për aplikacionin' });
  await expect(step).toBeFocused();
  await page.setViewportSize({ width: 390, height: 664 });
  for (const seen of [step, dialog.getByRole('link', { name: 'Hap në aplikacion' })])
    await expect(seen).toBeInViewport({ ratio: 1 });
  await expect(qr).toBeHidden();
  await dialog.getByRole('button', { name: 'Përdor pajisje tjetër' }).click();
  await qr.scrollIntoViewIfNeeded();
  const [code, out] = [
    await qr.boundingBox(),
    await dialog.getByRole('button', { name: 'Mbyll dritaren' }).boundingBox(),
  ];
  expect((code?.x ?? 0) + (code?.width ?? 0), 'the way out lies beside it').toBeLessThanOrEqual(out?.x ?? 0);
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(qr).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const secret =
    (
      await dialog
        .locator('strong')
        .filter({ hasText: /^[A-Z2-7 ]{39} ?$/ })
        .textContent()
    )?.replaceAll(' ', '') ?? '';
  await dialog.getByLabel('Kodi nga aplikacioni').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Aktivizo', exact: true }).click();
  const codes = dialog.getByRole('listitem').filter({ hasText: /^[0-9A-Z]{5}-/ });
  await expect(codes).toHaveCount(10);
  await codes.first().click();
  const copied = await page.evaluate(() => getSelection()?.toString() ?? '');
  expect(copied, 'without the text for screen readers').toMatch(/^(\S{5}-\S{5}\s*){10}$/);
  const [first = '', second = ''] = copied.split(/\s+/);
  await dialog.getByRole('button', { name: 'I ruajta' }).click();
  await expect(page.getByText('Ju kanë mbetur 10 kode rezervë')).toBeVisible();

  await page.context().clearCookies();
  await open('/login?lang=en&next=%2Fsettings');
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(shopper.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
  await page.getByLabel('Code from your app').fill('000000');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('The code does not work. Enter the one that the app shows now.')).toBeVisible();
  await page.getByRole('button', { name: 'No phone at hand? Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(first.toLowerCase());
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/settings/);
  await expect(page.getByText('You have 9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await dialog.getByLabel('Code from your app').fill(second);
  await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Turn on two-step sign-in' })).toBeVisible();
});
