import { ana } from '#db/world.ts';
import { gelNails } from './shop/catalogue.ts';
import { expect, refusalIn, test } from './shop/journey.ts';

const BLOCKED = 'Shfletuesi juaj i bllokon cookies';

test('browser that blocks cookies, whatever needs one says so', async ({ page, open, context, baseURL }) => {
  await page.route(`${baseURL}/**`, async (route) => {
    const request = route.request();
    if (!['document', 'fetch'].includes(request.resourceType())) return route.fallback();
    const ours = { ...request.headers(), 'sec-fetch-site': 'same-origin' };
    const response = await route.fetch({ headers: ours, maxRedirects: 0 });
    // The tool has kept them.
    await context.clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await open('/login');
  await page.getByLabel('Email').fill(ana.email);
  await page.getByRole('textbox', { name: 'Fjalëkalimi' }).fill(ana.password);
  await page.getByRole('button', { name: 'Hyr', exact: true }).click();
  await expect(refusalIn(page)).toContainText(BLOCKED);
  await expect(page.getByRole('button', { name: 'Hyr', exact: true })).toBeEnabled();

  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }));
  const said = page.getByText(BLOCKED).filter({ visible: true });
  await open('/');
  await page.getByRole('button', { name: `Ruaj ofertën: ${gelNails.title}` }).click();
  await expect(said).toBeVisible();
});
