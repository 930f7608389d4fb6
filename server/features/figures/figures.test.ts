import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { FIGURE_STEPS, figures } from '#core/contract/figures.ts';
import { makePurchaseId } from '#core/domain/purchase-id.ts';
import { dealDays } from '#db/schema/catalogue.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { type Client, startShop } from '#test/client.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal, newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db, pool } = shop;
// Two days after the end of summer time.
shop.clock.putRight(Date.parse('2026-10-27T11:00:00Z') - shop.clock.now());

interface Sale {
  salon: Awaited<ReturnType<typeof newSalon>>;
  dealId: string;
  at: string;
  quantity?: number;
  userId?: string;
  isCard?: boolean;
  title?: string;
}

/** A cash order for 1,200 lek a unit, unless it is paid by card. Returns its vouchers. */
async function sell({ salon, dealId, at, quantity = 1, isCard = false, title = 'Prerje', userId }: Sale) {
  const [id, createdAt] = [v7(), new Date(at)];
  const useBy = new Date(createdAt.getTime() + 30 * 86_400_000);
  const card = {
    paymentMethod: 'card',
    status: 'completed',
    chargedAmount: 1258,
    chargedCurrency: 'USD',
    exchangeRate: '95.4',
  } as const;
  await inTransaction(db, async (tx) => {
    await tx.insert(orders).values({
      ...{ id, userId: userId ?? (await newUser(tx)), sessionId: 'session_1', cartVersion: v7(), createdAt, useBy },
      ...{
        stripePaymentIntentId: isCard ? `pi_${id}` : makePurchaseId(randomBytes(5)),
        totalAmount: 120_000 * quantity,
      },
      ...(isCard ? card : { paymentMethod: 'cash', status: 'pending' }),
    });
    await tx.insert(orderItems).values({
      ...{ orderId: id, position: 1, dealId, dealerId: salon.ownerId, salonId: salon.salonId, title, quantity },
      ...{ businessName: 'Mira', price: 120_000, discount: 0 },
    });
  });
  const { rows } = await pool.query<{ id: string }>('select id from vouchers where order_id = $1 order by unit', [id]);
  return rows.map((row) => row.id);
}

const redeemAt = (id: string | undefined, at: string, by: string) =>
  pool.query(`update vouchers set status = 'redeemed', redeemed_at = $2, redeemed_by = $3 where id = $1`, [id, at, by]);
const reviewAt = (id: string | undefined, at: string, salonId: string) =>
  pool.query(
    `insert into reviews (voucher_id, salon_id, line_id, stars, language, status, created_at) values ($1, $2, $1, 5, 'sq', 'published', $3)`,
    [id, salonId, at],
  );
const of = (call: Client, query: { days?: '7' | '30' | '90'; dealId?: string } = { days: '7' }) =>
  call(figures.get, { query });
const steps = (...counts: number[]) => Object.fromEntries(FIGURE_STEPS.map((step, index) => [step, counts[index]]));

async function file(call: Client, query: string) {
  const response = await call.send({ method: 'GET', url: `${figures.sales.path}${query}` });
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^inline; filename\*=UTF-8''bukuri-.+\.csv$/),
  });
  const [bom, ...rest] = response.body;
  expect(bom).toBe('\uFEFF');
  return rest.join('').trimEnd().split('\r\n');
}

test('figures count each thing on the day it happened in Albania, in the period and in the one before', async () => {
  const mira = await newSalon(shop, 'Mira');
  const [cut, dye] = [await newDeal(db, mira.deal), await newDeal(db, { ...mira.deal, title: 'Lyerje' })];
  await db.insert(dealDays).values([
    { dealId: cut, day: '2026-10-13', views: 500, saves: 500, carts: 500 },
    { dealId: cut, day: '2026-10-20', views: 10, saves: 4, carts: 2 },
    { dealId: cut, day: '2026-10-21', views: 20, saves: 6, carts: 5 },
    { dealId: dye, day: '2026-10-27', views: 7, saves: 1, carts: 1 },
  ]);
  const ana = await newUser(db);
  // Albania is two hours ahead of UTC until 25 October, then one.
  const [early] = await sell({ salon: mira, dealId: cut, at: '2026-10-20T21:59:59Z', userId: ana });
  const [midnight] = await sell({
    salon: mira,
    dealId: cut,
    at: '2026-10-20T22:00:00Z',
    quantity: 2,
    userId: ana,
  });
  const [card] = await sell({ salon: mira, dealId: dye, at: '2026-10-26T22:59:00Z', isCard: true });
  const [canceled] = await sell({ salon: mira, dealId: dye, at: '2026-10-26T23:00:00Z' });
  await pool.query(`update vouchers set status = 'canceled', cancel_reason = 'buyer' where id = $1`, [canceled]);
  await redeemAt(early, '2026-10-20T22:30:00Z', mira.ownerId);
  await redeemAt(midnight, '2026-10-25T22:59:00Z', mira.ownerId);
  await redeemAt(card, '2026-10-26T23:10:00Z', mira.ownerId);
  await reviewAt(midnight, '2026-10-27T08:00:00Z', mira.salonId);
  await reviewAt(early, '2026-10-20T21:00:00Z', mira.salonId);
  const found = await of(mira.owner);
  expect(found).toMatchObject({
    ...{ days: 7, from: '2026-10-21', to: '2026-10-27', repeatBuyers: 1 },
    steps: steps(27, 7, 6, 3, 3, 1),
    before: steps(10, 4, 2, 1, 0, 1),
    deals: [{ title: 'Lyerje' }, { title: 'Prerje dhe larje' }],
  });
  expect(found.perDay.map(({ day, sold, takings }) => [day.slice(8), sold, takings])).toEqual([
    ['21', 2, 1200],
    ['22', 0, 0],
    ['23', 0, 0],
    ['24', 0, 0],
    ['25', 0, 1200],
    ['26', 1, 0],
    ['27', 0, 1200],
  ]);
  expect(await of(mira.owner, { days: '7', dealId: dye })).toMatchObject({
    steps: steps(7, 1, 1, 2, 1, 0),
    before: steps(0, 0, 0, 0, 0, 0),
    repeatBuyers: 0,
  });
  expect(await of(mira.owner, {})).toMatchObject({
    days: 30,
    from: '2026-09-28',
    steps: steps(537, 511, 508, 4, 3, 2),
  });

  // The sums of the file are those of the screen, of a unit that was sold before the period too.
  const rows = (await file(mira.owner, '?days=7')).slice(1).map((line) => line.split(';'));
  const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
  expect([sum(7), sum(8)]).toEqual([3, 3600]);
});

test('figures are refused to guests, buyers and for deals of others, and shown after the permission was revoked', async () => {
  const [mira, besa] = [await newSalon(shop, 'Mira'), await newSalon(shop, 'Besa')];
  const dealId = await newDeal(db, besa.deal);
  const buyer = await shop.as({ email: 'buyer@example.al' });
  for (const endpoint of [figures.get, figures.sales]) {
    expect(await refusal(shop.guest()(endpoint))).toBe('401 access.notAuthenticated');
    expect(await refusal(buyer(endpoint))).toBe('403 desk.none');
    expect(await refusal(mira.owner(endpoint, { query: { dealId } }))).toBe('404 deals.notFound');
    expect(await refusal(mira.owner(endpoint, { query: { days: '8' as '7' } }))).toBe('400 input.invalid');
  }
  await pool.query('update users set can_post_deals = false where id = $1', [besa.ownerId]);
  expect(await of(besa.owner, { dealId })).toMatchObject({ repeatBuyers: 0 });
});

test('sales file keeps numbers, guards texts against formulas and has no batch twice', async () => {
  const mira = await newSalon(shop, 'Mira');
  const dealId = await newDeal(db, mira.deal);
  const titles: [title: string, cell: string][] = [
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+1+cmd|x', "'+1+cmd|x"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['+355 69 201 2345', '+355 69 201 2345'],
    ['a;b "c"', '"a;b ""c"""'],
    ['Çelës – ë', 'Çelës – ë'],
  ];
  for (const [index, [title]] of titles.entries())
    await sell({ salon: mira, dealId, at: new Date(Date.UTC(2026, 9, 20, index)).toISOString(), title });
  const [used] = await sell({ salon: mira, dealId, at: '2026-10-20T12:00:00Z', isCard: true });
  await redeemAt(used, '2026-10-21T09:05:00Z', mira.ownerId);
  const [header, newest = '', ...rest] = await file(mira.owner, '?lang=en');
  expect(header).toBe('Sold on;Used on;Voucher;Deal;Payment method;Status;Price (lek);Sold;Taken (lek)');
  expect(newest).toMatch(/^2026-10-20 14:00;2026-10-21 11:05;[\w-]{11};Prerje;Card;Used;1200;1;1200$/);
  expect(rest.map((line) => /^2026-10-20 \d\d:00;;··\w\w;(.*);Cash;Expired;1200;1;0$|$/s.exec(line)?.[1])).toEqual(
    titles.map(([, cell]) => cell).reverse(),
  );
  expect((await file(mira.owner, ''))[0]).toMatch(/^Shitur më;Përdorur më;Kuponi;Oferta;/);

  await sell({ salon: mira, dealId, at: '2026-10-01T12:00:00Z', quantity: 99 });
  for (let n = 0; n < 10; n++) await sell({ salon: mira, dealId, at: '2026-10-02T12:00:00Z', quantity: 99 });
  const codes = (await file(mira.owner, '')).slice(1);
  expect(codes).toHaveLength(9 + 11 * 99);
});
