import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { payments } from '#core/contract/payments.ts';
import { shownCode } from '#core/domain/vouchers.ts';
import { formatLek } from '#core/i18n/format.ts';
import { users } from '#db/schema/users.ts';
import { loadSharp } from '#server/features/media/media.pictures.ts';
import type { Message } from '#server/gateways/mail/mail.ts';
import { cardBuyer, RATE, sessionId, takingCards } from '#test/card-buyers.ts';
import { startShop } from '#test/client.ts';
import { fakePaymentProvider } from '#test/fake-payment-provider.ts';
import { textOfQr } from '#test/read-qr.ts';
import { refusal } from '#test/refusal.ts';
import { newDeal, newOrder, newUser } from '#test/shoppers.ts';
import { ordersReceipt } from './receipts.jobs.ts';

const cards = fakePaymentProvider();
const { config, parts } = takingCards(cards);
const shop = await startShop({ config: { ...config, publicUrl: 'https://bukuri.al' }, parts });
const { db, pool, deps } = shop;

/** E-mails that the job sends. */
async function receiptOf(orderId: string, more: Partial<typeof deps.config> = {}): Promise<Message[]> {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  await ordersReceipt.perform({ ...deps, mail, config: { ...deps.config, ...more } }, { orderId });
  return sent;
}

async function receiptsWaiting(orderId: string): Promise<number> {
  const { rows } = await pool.query(
    `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'orders-receipt' and j.payload ->> 'orderId' = $1`,
    [orderId],
  );
  return rows.length;
}

async function cashOrder(language?: string, deal: Parameters<typeof newDeal>[1] = {}) {
  const email = `${v7()}@example.al`;
  const userId = await newUser(db, { email, username: email });
  const call = await shop.as({ email });
  if (language) call.cookies.set('language', language);
  for (const more of [{}, deal]) await call(cart.add, { body: { dealId: await newDeal(db, more), sessionId } });
  const order = await call(orders.cash, { body: { sessionId } });
  return { call, email, order, userId };
}

const onlyOne = <T>(all: readonly T[]): T => {
  expect(all).toHaveLength(1);
  return all[0] as T;
};
const NBSP = '\u00a0';

test('receipt of a cash order, is in the language of the order with items, salon, total and last day', async () => {
  const place = { businessName: 'Studio Era', address: 'Rruga e Durrësit 12', phone: '+355 69 123 4567' };
  const deal = { ...place, title: 'Manikyr xhel', titleEn: 'Gel manicure', price: 150_050 };
  const { order, email } = await cashOrder('en', deal);
  const mail = onlyOne(await receiptOf(order.id));
  expect(mail).toMatchObject({ id: `receipt.${order.id}`, to: email });
  expect(mail.subject).toBe(`Order ${order.stripePaymentIntentId} is confirmed`);
  for (const said of [mail.text, mail.html]) {
    expect(said).toContain(order.stripePaymentIntentId);
    expect(said).toContain('Studio Era');
    expect(said).toContain('Rruga e Durrësit 12, +355\u00a069\u00a0123\u00a04567');
    expect(said).toContain('1 × Gel manicure');
    expect(said).toContain('2700.50 lek');
    expect(said).toContain('Pay cash at the salon.');
    expect(said).toContain(`https://bukuri.al/orders/${order.id}?lang=en`);
  }
  expect(mail.text).toMatch(/^Use by: \d+ [A-Z][a-z]+ 20\d\d$/m);
  const { order: other } = await cashOrder();
  const albanian = onlyOne(await receiptOf(other.id));
  expect(albanian.subject).toBe(`Porosia ${other.stripePaymentIntentId} u konfirmua`);
  expect(albanian.text).toContain(`Totali: 2400${NBSP}lekë`);
  expect(albanian.text).toContain('Mënyra e pagesës: Para në dorë');
  expect(albanian.html).toContain('<html lang="sq">');
  expect(albanian.text).not.toContain('lang=en');
});

test('receipt of a card order, has the charge and rate, and marks a test payment', async () => {
  const ofStripe = await startShop({ ...takingCards({ ...cards, name: 'stripe', isLive: true }), url: shop.url });
  const paid = async (at: typeof shop, language?: string) => {
    const buyer = await cardBuyer(at, cards);
    if (language) buyer.call.cookies.set('language', language);
    await buyer.fill(11_000_000, 2);
    const { paymentIntentId } = await buyer.call(payments.intent, { body: { sessionId } });
    await cards.pay(paymentIntentId);
    const order = await buyer.call(payments.checkout, { body: { sessionId, paymentIntentId } });
    return { ...onlyOne(await receiptOf(order.id)), order };
  };
  const tried = await paid(shop);
  expect(tried.subject).toBe(`Dëshmi pagese: 220000${NBSP}lekë`);
  expect(tried.text).toContain('Kjo është provë: nuk paguhen para të vërteta.');
  expect(tried.text).toContain(`Paguar me kartë: 2306,08${NBSP}USD`);
  expect(tried.text).toContain(`Kursi i këmbimit: 1${NBSP}USD = ${formatLek(Number(RATE), 'sq', 2)}`);
  expect(tried.text).toContain(`Nr. i porosisë: ${tried.order.id.slice(-12)}\n`);
  expect(tried.text).toContain('Ky dokument nuk është faturë e fiskalizuar.');
  expect(tried.text).toContain('2 × Prerje dhe larje');
  const real = await paid(ofStripe, 'en');
  for (const said of [real.text, real.html]) expect(said).not.toContain('This is a test');
  expect(real.text).toContain(`1${NBSP}USD = ${Number(RATE).toFixed(2)}${NBSP}ALL`);
});

test('receipt of a refunded or disputed payment, is no voucher', async () => {
  const paidBy = async (change: (id: string) => Promise<void>) => {
    const buyer = await cardBuyer(shop, cards);
    await buyer.fill();
    const { paymentIntentId } = await buyer.call(payments.intent, { body: { sessionId } });
    await cards.pay(paymentIntentId);
    await change(paymentIntentId);
    return receiptOf((await buyer.call(payments.checkout, { body: { sessionId, paymentIntentId } })).id);
  };
  const ticket = /Përdoreni deri|Lini orarin/;
  expect(onlyOne(await paidBy(async () => {})).text).toMatch(ticket);
  expect(onlyOne(await paidBy((id) => cards.dispute(id, 'won'))).text).toMatch(ticket);
  expect(onlyOne(await paidBy((id) => cards.dispute(id, 'open'))).text).not.toMatch(ticket);
  expect(await paidBy((id) => cards.refundAtProvider(id, 2306)), 'the mail of the refund says it').toEqual([]);
});

test('receipt, is enqueued once in the transaction of the order', async () => {
  const { call, order } = await cashOrder();
  expect(await receiptsWaiting(order.id)).toBe(1);
  await call(orders.cash, { body: { sessionId } });
  expect(await receiptsWaiting(order.id)).toBe(1);
  const { rows: before } = await pool.query('select from graphile_worker._private_jobs');
  await call(cart.add, { body: { dealId: await newDeal(db), sessionId } });
  expect(await refusal(call(orders.cash, { body: { sessionId, expectedItems: [] } }))).toBe('409 cart.changed');
  const { rows: after } = await pool.query('select from graphile_worker._private_jobs');
  expect(after).toHaveLength(before.length);
});

test('canceled order or closed account, gets no receipt', async () => {
  const { call, order } = await cashOrder();
  await call(orders.cancel, { params: { id: order.id } });
  expect(await receiptOf(order.id)).toEqual([]);
  const { order: other, userId } = await cashOrder();
  await db.update(users).set({ isActive: false }).where(eq(users.id, userId));
  expect(await receiptOf(other.id)).toEqual([]);
  expect(await receiptOf(await newOrder(db, { userId: null }))).toEqual([]);
  expect(await receiptOf(v7())).toEqual([]);
});

test('receipt with markup or line breaks in names, is escaped', async () => {
  const title = 'Larje <img src=x onerror=alert(1)>\r\nTotali: 0 lekë';
  const deal = { title, businessName: 'Salloni "<script>"\nBcc: x@y.al', address: '<a href="https://x.al">' };
  const { order } = await cashOrder('sq', deal);
  const mail = onlyOne(await receiptOf(order.id));
  expect(mail.html).not.toMatch(/<img src="(?!data:image\/png)|<script|<a href="https:\/\/x/);
  expect(mail.html).toContain('&lt;script&gt;');
  expect(mail.text).not.toMatch(/^(Bcc|Totali: 0)/m);
  expect(mail.subject).not.toMatch(/[\r\n]/);
});

test('receipt, of open vouchers, has their codes with prices due, and pictures of the QR codes of the first ten', async () => {
  const { order, call } = await cashOrder('en');
  await call(cart.add, { body: { dealId: await newDeal(db, { title: 'Masazh' }), sessionId, quantity: 11 } });
  const many = await call(orders.cash, { body: { sessionId } });
  const mail = onlyOne(await receiptOf(many.id));
  const codes = many.items.flatMap(({ vouchers }) => vouchers.map(({ code }) => shownCode(code)));
  expect(codes).toHaveLength(11);
  for (const code of codes) expect(mail.text).toContain(`Masazh: ${code} (Pay 1200 lek in cash at the salon)`);
  expect(mail.html.match(/<p [^>]*>[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]<\/p>/g)).toHaveLength(11);
  const pictures = [...mail.html.matchAll(/<img src="data:image\/png;base64,([^"]+)"/g)];
  expect(pictures).toHaveLength(10);
  const sharp = await loadSharp();
  const png = sharp(Buffer.from(String(pictures[0]?.[1]), 'base64'))
    .toColourspace('srgb')
    .ensureAlpha();
  const { data, info } = await png.raw().toBuffer({ resolveWithObject: true });
  expect(textOfQr(new Uint8ClampedArray(data), info.width)).toBe(many.items[0]?.vouchers[0]?.url);
  await call(orders.cancel, { params: { id: order.id } });
  expect(await receiptOf(order.id)).toEqual([]);
});

test('receipt, loads nothing, supports dark mode and names the operator', async () => {
  const { order } = await cashOrder();
  const operator = { name: 'Shembull shpk', nipt: 'L12345678A', address: null, contact: 'ndihme@bukuri.al' };
  const { html, text } = onlyOne(await receiptOf(order.id, { operator }));
  expect(html).not.toMatch(/\bsrc="(?!data:image\/png)|url\(|@import|<link|<script|<form/);
  expect(html).toContain('prefers-color-scheme:dark');
  for (const said of [html, text]) expect(said).toContain('Shembull shpk, NIPT L12345678A, ndihme@bukuri.al');
});
