import { expect, test } from 'vitest';
import { adminAudit } from '#core/contract/admin/audit.ts';
import { adminDeals } from '#core/contract/admin/deals.ts';
import { adminMemberships } from '#core/contract/admin/memberships.ts';
import { adminOverview } from '#core/contract/admin/overview.ts';
import { dealReports } from '#core/contract/deal-reports.ts';
import { support } from '#core/contract/support.ts';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { auditLog } from '#db/schema/oversight.ts';
import { startDealerShop } from '#test/dealers.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';

const shop = await startDealerShop();
const { db, pool } = shop;
const admin = await shop.as({ email: 'arta@example.al', role: 'admin' });
const DAY = 86_400_000;

test('audit log, searched by id, person, action and role, is newest first in pages', async () => {
  const id = await newDeal(db, { title: 'Masazh' });
  const hide = (isHidden: boolean) =>
    admin(adminDeals.setVisibility, { params: { id }, body: { isHidden, reason: 'Gabim' } });
  await hide(true);
  await hide(false);
  const code = makePurchaseId(new Uint8Array(5));
  const subjectId = await newOrder(db, {
    userId: await newUser(db),
    stripePaymentIntentId: code,
    createdAt: new Date(0),
    status: 'completed',
  });
  await db.insert(auditLog).values({ action: 'orders.confirmCash', subject: 'order', subjectId });
  const found = async (query: object) => (await admin(adminAudit.list, { query })).map(({ action }) => action);
  const [newest] = await admin(adminAudit.list, { query: { q: id } });
  expect(newest).toMatchObject({
    action: 'deals.show',
    label: 'Masazh',
    actor: { username: 'arta@example.al' },
    detail: {
      before: { isHidden: true, moderationReason: 'Gabim' },
      after: { isHidden: false, moderationReason: null },
    },
  });
  expect(await found({ q: 'ARTA@example.al' })).toEqual(['deals.show', 'deals.hide']);
  expect(await found({ q: 'deals.hi' })).toEqual(['deals.hide']);
  expect(await found({ q: 'deals_' })).toEqual([]);
  expect(await found({ by: 'admins' })).toEqual(['deals.show', 'deals.hide']);
  expect(await found({ q: `# ${code.slice(3, 7)} – ${code.slice(7)}` })).toEqual(['orders.confirmCash']);
  expect(await found({ q: 'BK-1', by: 'users' })).toEqual([]);
  const today = dayInTirane(Date.now());
  expect(await found({ person: 'Arta@example.al', day: today })).toEqual(['deals.show', 'deals.hide']);
  expect(await found({ person: 'askush@example.al' })).toEqual([]);
  expect(await found({ q: id, day: dayInTirane(Date.now() - DAY) })).toEqual([]);
  expect(await refusal(admin(adminAudit.list, { query: { day: '2026-13-01' } }))).toBe('400 input.invalid');
  const page = await admin.page(adminAudit.list, { query: { q: id, limit: '1' } });
  expect(await found({ q: id, limit: '1', cursor: page.next })).toEqual(['deals.hide']);
  expect(await refusal(admin(adminAudit.list, { query: { cursor: 'x' } }))).toBe('400 input.invalid');
});

test('overview, has open tasks, oldest first, and the figures of the period', async () => {
  await pool.query('update deals set is_active = false');
  const deal = await newDeal(db, { title: 'E raportuar', titleEn: 'Reported' });
  await shop.guest()(dealReports.add, { params: { id: deal }, body: { reason: 'price' } });
  const ben = await shop.as({ email: 'ben@example.al' });
  await ben(support.send, { body: { subject: 'Pyetje', message: 'Ku jeni?' } });
  await pool.query("update support_messages set created_at = now() - interval '1 day'");
  const dealer = await shop.newDealer();
  await admin(adminMemberships.override, { body: { userId: dealer.id, planId: 'silver' } });
  await newOrder(db);
  await newOrder(db, { status: 'completed', paymentMethod: 'card', createdAt: new Date(Date.now() - 2 * DAY) });
  await newOrder(db, { status: 'completed', createdAt: new Date(Date.now() - 40 * DAY) });
  await newUser(db, { createdAt: new Date(Date.now() - 40 * DAY) });
  const get = (days?: '7' | '90') => admin(adminOverview.get, { query: { days } });
  const week = await get();
  expect(week.tasks).toMatchObject([
    { kind: 'payment', label: 'withoutPayment' },
    { kind: 'message', label: 'Pyetje' },
    { kind: 'report', id: deal, label: 'E raportuar', labelEn: 'Reported' },
  ]);
  expect(await admin(adminOverview.pending)).toEqual({
    ...{ dealerRequests: 0, supportMessages: 1, dealReports: 1, claims: 0, reviews: 0 },
    only: { supportMessages: week.tasks[1]?.id, dealReports: deal },
  });
  expect(week).toMatchObject({
    open: { request: 0, message: 1, report: 1, payment: 1 },
    pendingCash: { count: 1, total: 1200 },
    memberships: { entry: 0, silver: 1, gold: 0 },
    refundRate: null,
  });
  expect(week.orders).toHaveLength(7);
  expect(week.orders.at(-1)).toEqual({ day: dayInTirane(Date.now()), cash: 1, card: 0 });
  expect(week.orders.at(-3)).toMatchObject({ cash: 0, card: 1 });
  const quarter = await get('90');
  expect(quarter.orders).toHaveLength(90);
  expect(quarter.orders.reduce((sum, { cash }) => sum + cash, 0)).toBe(2);
  expect(quarter.newUsers).toBe(week.newUsers + 1);
  expect(await refusal(get('8' as never))).toBe('400 input.invalid');
});
