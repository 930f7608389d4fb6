import { readFileSync } from 'node:fs';
import { gelNails } from './shop/catalogue.ts';
import { expect, nodeA, nodeB, test } from './shop/journey.ts';

const sentence = 'Humba një porosi te sporteli.';

for (const { language, ...say } of [
  {
    language: 'sq',
    help: 'Ndihmë dhe mbështetje',
    message: 'Mesazhi',
    send: 'Dërgo mesazhin',
    sent: 'Mesazhi u dërgua!',
    download: 'Shkarko të dhënat e mia',
    close: 'Mbyll llogarinë',
    password: 'Fjalëkalimi i tanishëm',
    forEver: 'Mbyll llogarinë përgjithmonë',
    closed: 'Llogaria u mbyll',
  },
  {
    language: 'en',
    help: 'Help & Support',
    message: 'Message',
    send: 'Send Message',
    sent: 'Message Sent!',
    download: 'Download my data',
    close: 'Close my account',
    password: 'Current password',
    forEver: 'Close my account for good',
    closed: 'Your account is closed',
  },
]) {
  test(`somebody writes to the shop in ${language}, takes their data along and leaves, also in the tab beside`, async ({
    page,
    context,
    open,
    shopper,
    playwright,
  }) => {
    await context.addCookies([{ name: 'language', value: language, url: nodeA }]);
    await shopper.add(gelNails.id);
    await shopper.order();
    await shopper.save(gelNails.id);
    await open(`${nodeA}/profile`);
    await page.getByRole('button', { name: say.help }).click();
    const help = page.getByRole('dialog');
    await help.getByRole('textbox', { name: say.message }).fill(sentence);
    await help.getByRole('button', { name: say.send }).click();
    await expect(help.getByText(say.sent, { exact: true })).toBeVisible();
    await expect(help).toHaveCount(0);

    await open(`${nodeA}/settings`);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: say.download }).click();
    const file = readFileSync(await (await coming).path(), 'utf8');
    for (const word of [shopper.email, sentence, gelNails.id]) expect(file).toContain(word);

    const beside = await context.newPage();
    await beside.goto(`${nodeA}/profile`);
    await expect(beside.getByRole('main')).toContainText(shopper.email);
    await page.getByRole('button', { name: say.close, exact: true }).click();
    const closing = page.getByRole('dialog');
    await closing.getByRole('textbox', { name: say.password }).fill(shopper.password);
    await closing.getByRole('button', { name: say.forEver }).click();
    await expect(page.getByText(say.closed, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${nodeA}/`);
    await expect(beside.getByRole('main')).not.toContainText(shopper.email);
    const { email, password } = shopper;
    const elsewhere = await playwright.request.newContext({ baseURL: nodeB });
    const refused = await elsewhere.post('/api/auth/login', { data: { username: email, password } });
    expect(refused.status()).toBe(401);
    await elsewhere.dispose();
  });
}
