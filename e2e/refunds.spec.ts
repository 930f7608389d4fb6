/** Cancellation, refunds and claims of a card order. */
import type { Page } from '@playwright/test';
import { shownCode } from '#core/domain/vouchers.ts';
import { arta, besa, demoId } from '#db/world.ts';
import { axeViolations } from './shop/axe.ts';
import { inDatabase } from './shop/catalogue.ts';
import { expect, test } from './shop/journey.ts';
import { type Shopper, signIn } from './shop/shopper.ts';

/** Pays for units of Besa's deal by card; answers the order. */
async function pay(
  page: Page,
  { open, shopper, units }: { open: (path: string) => Promise<void>; shopper: Shopper; units: number },
) {
  await shopper.add(demoId('deal', 'd02'), units);
  await open('/checkout?method=card');
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: /^Paguaj .*USD$/ }).click();
  // The screen leads home after a moment.
  const bought = async () => (await page.request.get('/api/orders/my')).json();
  await expect.poll(async () => (await bought()).length).toBe(1);
  const [order] = await bought();
  return order;
}

const dialog = (page: Page) => page.getByRole('dialog');

test('card order: one of three units canceled by its buyer, another by the salon, the last refunded as unused', async ({
  page,
  open,
  shopper,
}) => {
  const order = await pay(page, { open, shopper, units: 3 });
  const [first, second] = order.items[0].vouchers;
  await open(`/orders/${order.id}`);
  const card = page.getByRole('article').filter({ hasText: shownCode(first.code) });
  await card.getByRole('button', { name: /^Anulo kuponin/ }).click();
  await dialog(page).getByRole('button', { name: 'Anulo kuponin', exact: true }).click();
  await expect(page.getByText(/^U rimbursuan .*USD më/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Anulo kuponin/ })).toHaveCount(2);
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);

  await signIn(page, besa);
  await open('/sales');
  // Other journeys sell units of this salon, too.
  const sold = page.getByRole('article').filter({ hasText: `··${second.code.slice(-2)}` });
  await sold.getByRole('button', { name: 'Nuk e kryejmë dot' }).click();
  await dialog(page).getByLabel('Pse? Këtë e lexon klienti.').fill('Stilistja është sëmurë.');
  await dialog(page).getByRole('button', { name: 'Anulo kuponin' }).click();
  await expect(page.getByText('Kuponi u anulua dhe klienti u njoftua')).toBeVisible();

  await signIn(page, shopper);
  await inDatabase('alter table vouchers disable trigger user');
  await inDatabase("update vouchers set use_by = now() - interval '3 days' where order_id = $1", [order.id]);
  await inDatabase('alter table vouchers enable trigger user');
  await inDatabase("select graphile_worker.add_job('vouchers-refund-unused', '{}'::json)");
  await expect
    .poll(async () => {
      const { items } = await (await page.request.get(`/api/orders/${order.id}`)).json();
      return items[0].vouchers.map(({ cancelReason }: { cancelReason: string }) => cancelReason).sort();
    })
    .toEqual(['buyer', 'salon', 'unused']);
  await open(`/orders/${order.id}`);
  await expect(page.getByText('Anuluar nga salloni')).toBeVisible();
  await expect(page.getByText('Nuk u përdor deri ditën e fundit')).toBeVisible();
});

test('claim about a redeemed unit: made, answered by the salon, refunded by an administrator', async ({
  page,
  open,
  shopper,
}) => {
  const order = await pay(page, { open, shopper, units: 1 });
  const [{ code }] = order.items[0].vouchers;
  await signIn(page, besa);
  await page.request.post('/api/redeem', { data: { code, nonce: crypto.randomUUID() } });
  await signIn(page, shopper);
  await open(`/orders/${order.id}`);
  await page.getByRole('button', { name: /^Bëj ankesë/ }).click();
  await dialog(page).getByLabel('Çfarë ndodhi?').selectOption('notAsDescribed');
  await dialog(page).getByLabel('Na tregoni më shumë').fill('Ngjyra nuk ishte ajo që kërkova.');
  await dialog(page).getByRole('button', { name: 'Dërgo' }).click();
  await expect(page.getByText('Pritet salloni')).toBeVisible();
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);

  await signIn(page, besa);
  await open('/sales');
  await page.getByRole('tab', { name: 'Ankesat' }).click();
  await page.getByRole('button', { name: 'Përgjigju' }).click();
  await dialog(page).getByLabel('Përgjigjja juaj, vetëm një herë').fill('E bëmë siç na u kërkua në sallon.');
  await dialog(page).getByRole('button', { name: 'Dërgo' }).click();
  await expect(page.getByText('Vendos Bukuri')).toBeVisible();

  await signIn(page, arta);
  await open('/admin?tab=claims');
  const claim = page.getByRole('article').filter({ hasText: shopper.email });
  expect(await axeViolations(page, { ofColour: true })).toEqual([]);
  await claim.getByRole('button', { name: /^Rimburso/ }).click();
  await dialog(page).getByLabel('Pse? E lexojnë klienti dhe salloni.').fill('Fotografia e tregon.');
  await dialog(page)
    .getByRole('button', { name: /^Rimburso/ })
    .click();
  await expect(claim).toHaveCount(0);
  await signIn(page, shopper);
  await open(`/orders/${order.id}`);
  await expect(page.getByText('Fotografia e tregon.')).toBeVisible();
  await expect(page.getByText(/^U rimbursuan .*USD më/)).toBeVisible();
});
