import { readFileSync } from 'node:fs';
import { gelNails } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';

const sentence = 'Humba një porosi te sporteli.';

test('account, after a support message and a data export, is closed and signed out in every tab', async ({
  page,
  context,
  open,
  shopper,
  playwright,
}) => {
  await shopper.add(gelNails.id);
  await shopper.order();
  await shopper.save(gelNails.id);
  await open(`${nodeA}/profile`);
  await page.getByRole('button', { name: 'Ndihmë dhe mbështetje' }).click();
  const help = page.getByRole('dialog');
  await help.getByRole('textbox', { name: 'Mesazhi' }).fill(sentence);
  await help.getByRole('button', { name: 'Dërgo mesazhin' }).click();
  await expect(help.getByText('Mesazhi u dërgua!', { exact: true })).toBeVisible();
  await expect(help).toHaveCount(0);

  await open(`${nodeA}/settings`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Shkarko të dhënat e mia' }).click();
  const file = readFileSync(await (await coming).path(), 'utf8');
  for (const word of [shopper.email, sentence, gelNails.id]) expect(file).toContain(word);

  const beside = await context.newPage();
  await beside.goto(`${nodeA}/profile`);
  await expect(beside.getByRole('main')).toContainText(shopper.email);
  await page.getByRole('button', { name: 'Mbyll llogarinë', exact: true }).click();
  const closing = page.getByRole('dialog');
  await closing.getByRole('textbox', { name: 'Fjalëkalimi i tanishëm' }).fill(shopper.password);
  await closing.getByRole('button', { name: 'Mbyll llogarinë përgjithmonë' }).click();
  await expect(page.getByText('Llogaria u mbyll', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${nodeA}/`);
  await expect(beside.getByRole('main')).not.toContainText(shopper.email);
  const { email, password } = shopper;
  const elsewhere = await playwright.request.newContext({ baseURL: nodeB });
  const refused = await elsewhere.post('/api/auth/login', { data: { username: email, password } });
  expect(refused.status()).toBe(401);
  await elsewhere.dispose();
});
