/** Today at a salon: what is due, done and to do. */
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { claims } from '#core/contract/claims.ts';
import { desk } from '#core/contract/desk.ts';
import { orders } from '#core/contract/orders.ts';
import { redeem } from '#core/contract/redeem.ts';
import { reviews } from '#core/contract/reviews.ts';
import { dealLimits } from '#db/schema/catalogue.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { cardBuyer, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { refusal } from '#test/refusal.ts';
import { newSalon } from '#test/salons.ts';
import { newDeal, newUser } from '#test/shoppers.ts';

const cards = fakePaymentProvider();
const shop = await startShop(takingCards(cards));
const { db, pool } = shop;
type Salon = Awaited<ReturnType<typeof newSalon>>;

const today = ({ owner }: Salon) => owner(desk.today);
const nothing = {
  ...{ due: 0, redeemed: 0, cash: 0, card: 0, openClaims: 0, reviewsToAnswer: 0, ending: 0, postsLeft: 0 },
};

/** Somebody with units of a new deal of the salon. */
async function bought(salon: Salon, method: 'card' | 'cash', { price = 220_000, quantity = 1 } = {}) {
  const ana = await cardBuyer(shop, cards);
  const dealId = await ana.fill(price, quantity, salon.deal);
  if (method === 'cash') await ana.call(orders.cash, { body: { sessionId } });
  else {
    const { intent } = await ana.prepare();
    await cards.pay(intent.id);
    await settlePayment({ db, cards }, (await cards.find(intent.id)) ?? expect.fail());
  }
  const units = (await ana.call(orders.mine)).flatMap(({ items }) => items.flatMap((item) => item.vouchers));
  const use = (code: string) => salon.owner(redeem.redeem, { body: { code, nonce: v7() } });
  return { ...ana, dealId, units, use };
}

const change = async (sql: string, ids: string[]) => {
  await pool.query('alter table vouchers disable trigger user');
  await pool.query(sql, [ids]);
  await pool.query('alter table vouchers enable trigger user');
};

test('today: open, redeemed, canceled and earlier units, by cash and card, count once each, of this salon alone', async () => {
  const [mira, lira] = [await newSalon(shop, 'Mira'), await newSalon(shop, 'Lira')];
  expect(await today(mira)).toEqual(nothing);
  const cash = await bought(mira, 'cash', { quantity: 3, price: 150_050 });
  const card = await bought(mira, 'card', { quantity: 2 });
  await bought(lira, 'cash');
  expect(await today(mira)).toEqual({ ...nothing, due: 5 });
  for (const { code } of cash.units.slice(0, 2)) await cash.use(code);
  await card.use(card.units[0]?.code ?? '');
  expect(await today(mira)).toEqual({ ...nothing, due: 2, redeemed: 3, cash: 3001, card: 2200 });
  await cash.call(orders.cancelVoucher, { params: { id: cash.units[2]?.id ?? '' } });
  await change("update vouchers set redeemed_at = redeemed_at - interval '1 day' where id = any ($1)", [
    cash.units[0]?.id ?? '',
  ]);
  expect(await today(mira)).toEqual({ ...nothing, due: 1, redeemed: 2, cash: 1500.5, card: 2200 });
  expect(await today(lira)).toEqual({ ...nothing, due: 1 });
  await change("update vouchers set use_by = now() - interval '1 second' where id = any ($1)", [
    card.units[1]?.id ?? '',
  ]);
  expect(await today(mira)).toMatchObject({ due: 0 });
});

test('today: unit of a deal for another weekday, is not due', async () => {
  const mira = await newSalon(shop, 'Mira');
  const ana = await cardBuyer(shop, cards);
  const { rows } = await pool.query("select extract(isodow from now() at time zone 'Europe/Tirane')::int as day");
  for (const weekday of [rows[0].day, (rows[0].day % 7) + 1]) {
    const dealId = await ana.fill(100_000, 1, mira.deal);
    await db.insert(dealLimits).values({ dealId, useTimes: [{ weekday, opens: '09:00', closes: '12:00' }] });
    await ana.call(orders.cash, { body: { sessionId } });
  }
  expect(await today(mira)).toMatchObject({ due: 1 });
});

test('today: claims until they are withdrawn, reviews until they are answered, and deals that end within two days, count', async () => {
  const mira = await newSalon(shop, 'Mira');
  const ana = await bought(mira, 'cash', { quantity: 2 });
  for (const { code } of ana.units) await ana.use(code);
  const [one, two] = ana.units.map(({ id }) => id);
  const { id } = await ana.call(claims.add, {
    body: { voucherId: one ?? '', kind: 'refused', text: 'Salloni ishte i mbyllur kur shkova.' },
  });
  await ana.call(reviews.add, { body: { voucherId: two ?? '', stars: 5 } });
  for (const hours of [47, 49, -1]) {
    const expiresAt = new Date(Date.now() + hours * 3_600_000);
    await newDeal(db, { ...mira.deal, createdAt: new Date(Date.now() - 90_000_000), expiresAt });
  }
  expect(await today(mira)).toMatchObject({ openClaims: 1, reviewsToAnswer: 1, ending: 1 });
  await ana.call(claims.withdraw, { params: { id } });
  await mira.owner(reviews.reply, { params: { voucherId: two ?? '' }, body: { text: 'Faleminderit!' } });
  expect(await today(mira)).toMatchObject({ openClaims: 0, reviewsToAnswer: 0 });
});

test('today: asked for by somebody without salon and sales, is refused; by a dealer whose permission was revoked, not', async () => {
  const mira = await newSalon(shop, 'Mira');
  await bought(mira, 'cash');
  await pool.query('update users set can_post_deals = false where id = $1', [mira.ownerId]);
  expect(await today(mira)).toMatchObject({ due: 1 });
  const email = 'drita@example.al';
  const id = await newUser(db, { email, username: email, canPostDeals: true });
  const drita = await shop.as({ email });
  expect(await refusal(drita(desk.today))).toBe('403 desk.none');
  const ana = await cardBuyer(shop, cards);
  await ana.fill(100_000, 1, { userId: id });
  await ana.call(orders.cash, { body: { sessionId } });
  expect(await drita(desk.today)).toEqual(nothing);
  expect(await refusal(shop.guest()(desk.today))).toMatch(/^401 /);
});
