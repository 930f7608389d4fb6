import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { dealReports } from '#core/contract/deal-reports.ts';
import { dealReports as table } from '#db/schema/conversation.ts';
import { startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop({ config: { rateLimitScale: 1 } });
const reportsOf = (dealId: string) => shop.db.select().from(table).where(eq(table.dealId, dealId));

test('deal, reported twice by a guest, keeps one report with the later reason', async () => {
  const id = await newDeal(shop.db);
  const guest = shop.guest();
  await guest(dealReports.add, { params: { id }, body: { reason: 'other', text: ' Nuk përgjigjen në telefon ' } });
  expect(await reportsOf(id)).toMatchObject([{ reason: 'other', text: 'Nuk përgjigjen në telefon', userId: null }]);
  await guest(dealReports.add, { params: { id }, body: { reason: 'price' } });
  expect(await reportsOf(id)).toMatchObject([{ reason: 'price', text: null }]);
});

test('deal, reported by a user and by a guest, has both reports', async () => {
  const id = await newDeal(shop.db);
  const ana = await shop.as({ email: 'ana@example.al' });
  await ana(dealReports.add, { params: { id }, body: { reason: 'misleading' } });
  await shop.guest()(dealReports.add, { params: { id }, body: { reason: 'misleading' } });
  expect((await reportsOf(id)).filter(({ userId }) => userId)).toHaveLength(1);
  expect(await reportsOf(id)).toHaveLength(2);
});

test('report, of a hidden deal, unknown reason or text over 500 characters, is refused', async () => {
  const guest = shop.guest();
  const report = (id: string, body: object) => refusal(guest(dealReports.add, { params: { id }, body: body as never }));
  const [hidden, open] = [await newDeal(shop.db, { isHidden: true }), await newDeal(shop.db)];
  expect(await report(hidden, { reason: 'other' })).toBe('404 deals.notFound');
  expect(await report(open, { reason: 'boring' })).toBe('400 input.invalid');
  expect(await report(open, { reason: 'other', text: 'x'.repeat(501) })).toBe('400 input.invalid');
  expect(await reportsOf(open)).toEqual([]);
});

test('report, more than twenty an hour by one person, is refused', async () => {
  const [id, besa] = [await newDeal(shop.db), await shop.as({ email: 'besa@example.al' })];
  const report = () => besa(dealReports.add, { params: { id }, body: { reason: 'other' } });
  for (let times = 0; times < 20; times++) await report();
  expect(await refusal(report())).toBe('429 limit.reached');
});
