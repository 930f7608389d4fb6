/** Reviews: asked for, written, answered, reported and hidden. */
import type { Page } from '@playwright/test';
import { arta, besa, demoId } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { type Shopper, signIn } from './shop/shopper.ts';

const SALON = '/salon/gersheti-i-arte-studio';
const dialog = (page: Page) => page.getByRole('dialog');
const noBarriers = async (page: Page) => expect(await axeViolations(page, { ofColour: true })).toEqual([]);

/** Orders a unit of Besa's salon, which accepts it; answers the order. */
async function visit(page: Page, shopper: Shopper) {
  await shopper.add(demoId('deal', 'd02'));
  await shopper.order();
  const [order] = await (await page.request.get('/api/orders/my')).json();
  await signIn(page, besa);
  const [{ code }] = order.items[0].vouchers;
  await page.request.post('/api/redeem', { data: { code, nonce: crypto.randomUUID() } });
  await signIn(page, shopper);
  return order;
}

test('review: asked for by notification, written, answered by the salon, reported and hidden', async ({
  page,
  open,
  shopper,
}) => {
  const order = await visit(page, shopper);
  await inDatabase('alter table vouchers disable trigger user');
  await inDatabase("update vouchers set redeemed_at = now() - interval '25 hours' where order_id = $1", [order.id]);
  await inDatabase('alter table vouchers enable trigger user');
  await inDatabase("select graphile_worker.add_job('reviews-ask', '{}'::json)");
  const asked = async () => (await (await page.request.get('/api/notifications')).json())[0]?.kind;
  await expect.poll(asked).toBe('reviewAsked');
  await open('/profile');
  await page
    .getByRole('button', { name: /^Njoftimet/ })
    .first()
    .click();
  await page.getByRole('link', { name: /^Si shkoi vizita juaj te/ }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${order.id}#reviews$`));
  await noBarriers(page);
  await page.getByRole('button', { name: '2 yje' }).click();
  const text = `Prita shumë (${order.id.slice(-6)}).`;
  await dialog(page).getByLabel('Tregojuni të tjerëve si ishte').fill(text);
  await noBarriers(page);
  await dialog(page).getByRole('button', { name: 'Dërgo vlerësimin' }).click();
  await expect(page.getByText('I publikuar')).toBeVisible();

  await open(`${SALON}#reviews`);
  const review = page.getByRole('article').filter({ hasText: text });
  await expect(review.getByText('Klient i Bukuri')).toBeVisible();
  await noBarriers(page);

  await signIn(page, besa);
  await open('/sales?tab=reviews');
  await review.getByRole('button', { name: 'Përgjigju' }).click();
  await dialog(page).getByLabel('Përgjigjja juaj').fill('Na vjen keq për pritjen.');
  await dialog(page).getByRole('button', { name: 'Publiko përgjigjen' }).click();
  await expect(review.getByText('Na vjen keq për pritjen.')).toBeVisible();
  await noBarriers(page);
  await open(`${SALON}#reviews`);
  await review.getByRole('button', { name: /^Raporto/ }).click();
  await dialog(page).getByLabel('Nuk e ka shkruar një klient').check();
  await dialog(page).getByRole('button', { name: 'Dërgo raportimin' }).click();
  await expect(page.getByText('Faleminderit. E shqyrton një administrator.')).toBeVisible();

  await signIn(page, arta);
  await open('/admin?tab=reviews&filter=reported');
  await expect(review.getByText('Nuk e ka shkruar një klient')).toBeVisible();
  await noBarriers(page);
  await review.getByRole('button', { name: 'Mos e shfaq' }).click();
  await dialog(page).getByLabel('Pse? E lexojnë klienti dhe salloni.').fill('Nuk u vërtetua.');
  await dialog(page).getByRole('button', { name: 'Mos e shfaq' }).click();
  await expect(review).toHaveCount(0);
  await open(SALON);
  await expect(review).toHaveCount(0);
  await signIn(page, shopper);
  await open(`/orders/${order.id}`);
  await expect(page.getByText('Bukuri shkroi: Nuk u vërtetua.')).toBeVisible();
});

test('review: written, edited and withdrawn with the keyboard alone', async ({ page, open, shopper }) => {
  const order = await visit(page, shopper);
  await open(`/orders/${order.id}`);
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  await press('5 yje');
  await expect(dialog(page).getByRole('radio', { name: '5 yje' })).toBeChecked();
  await dialog(page).getByRole('radio', { name: '5 yje' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog(page).getByRole('radio', { name: '4 yje' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Më merrni në 069 20 12 345.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Në shqyrtim')).toBeVisible();
  await press('Ndrysho vlerësimin');
  await dialog(page).getByLabel('Tregojuni të tjerëve si ishte').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Shumë e kënaqur.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('I publikuar')).toBeVisible();
  await open(SALON);
  await expect(
    page.getByRole('article').filter({ hasText: 'Shumë e kënaqur.' }).getByText('Ana').first(),
  ).toBeVisible();
  await open(`/orders/${order.id}`);
  await press('Tërhiq vlerësimin');
  await dialog(page).getByRole('button', { name: 'Tërhiq vlerësimin' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('I tërhequr')).toBeVisible();
});
