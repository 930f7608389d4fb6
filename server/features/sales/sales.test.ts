import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { sales } from '#core/contract/sales.ts';
import { orderNumberOf } from '#core/domain/orders.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { newDeal, newUser } from '#test/shoppers.ts';

const shop = await startShop();
const { db, pool } = shop;
const sessionId = newSessionId();
const ana = await shop.as({ email: 'ana@example.al' });

async function newDealer(name: string) {
  const email = `${name}@example.al`;
  const id = await newUser(db, { email, username: email, canPostDeals: true });
  return { call: await shop.as({ email }), deal: await newDeal(db, { userId: id, title: `Prerje ${name}` }) };
}

async function order(...dealIds: string[]) {
  for (const dealId of dealIds) await ana(cart.add, { body: { dealId, quantity: 2, sessionId } });
  return ana(orders.cash, { body: { sessionId } });
}

const states = async ({ call }: Awaited<ReturnType<typeof newDealer>>) =>
  (await call(sales.list)).map(({ state }) => state);

test('order of two dealers, lists each dealer their own lines, found by its code, without the buyer', async () => {
  const [besa, lira] = [await newDealer('besa'), await newDealer('lira')];
  const { id, stripePaymentIntentId: code } = await order(besa.deal, lira.deal);
  await order(lira.deal);
  const [sale] = await besa.call(sales.list);
  expect(sale).toEqual({
    id,
    code: `BK-•••••••${code.slice(-2)}`,
    state: 'toPay',
    amount: 2400,
    createdAt: expect.any(String),
    useBy: expect.any(String),
    lines: [{ title: 'Prerje besa', titleEn: null, quantity: 2, price: 1200, isRefunded: false }],
  });
  expect(await lira.call(sales.list)).toHaveLength(2);
  for (const q of [code, ` ${code.slice(3).toLowerCase()} `, `kodi: #${code.slice(3).replaceAll('0', 'o')}.`])
    expect(await lira.call(sales.list, { query: { q } })).toMatchObject([{ id, lines: [{ title: 'Prerje lira' }] }]);
  // The beginning of a code would give it away letter by letter.
  expect(await lira.call(sales.list, { query: { q: code.slice(0, -1) } })).toEqual([]);
  expect(await lira.call(sales.list, { query: { q: 'BK-NOTHING' } })).toEqual([]);
  expect(await ana(sales.list)).toEqual([]);
  const page = await lira.call.page(sales.list, { query: { limit: '1' } });
  expect(await lira.call(sales.list, { query: { limit: '1', cursor: String(page.next) } })).toMatchObject([{ id }]);
});

test('order, canceled, paid by card, disputed, late or given back, says so to its dealer', async () => {
  const dealer = await newDealer('dritan');
  const { id } = await order(dealer.deal);
  await ana(orders.cancel, { params: { id } });
  expect(await states(dealer)).toEqual(['canceled']);
  const second = await order(dealer.deal);
  const become = (change: string) => pool.query(`update orders set ${change} where id = $1`, [second.id]);
  await pool.query('alter table orders disable trigger user');
  await become(
    `payment_method = 'card', stripe_payment_intent_id = 'pi_1', charged_amount = 1258, charged_currency = 'USD', exchange_rate = 95.4`,
  );
  expect(await states(dealer), 'card, not paid yet').toEqual(['canceled']);
  await become(`status = 'completed'`);
  expect((await dealer.call(sales.list))[0]).toMatchObject({ state: 'paid', code: orderNumberOf(second) });
  expect(await dealer.call(sales.list, { query: { q: orderNumberOf(second) } })).toHaveLength(1);
  await become('disputed_at = now()');
  expect(await states(dealer)).toEqual(['disputed', 'canceled']);
  await become(`disputed_at = null, use_by = now() - interval '1 day', created_at = now() - interval '31 days'`);
  expect(await states(dealer)).toEqual(['canceled', 'over']);
  await become(`status = 'refunded'`);
  expect(await states(dealer)).toEqual(['canceled', 'refunded']);
});
