import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { cart } from '#core/contract/cart.ts';
import { orders } from '#core/contract/orders.ts';
import { deals, salons } from '#db/schema/catalogue.ts';
import { newSessionId, startShop } from '#test/client.ts';
import { newDeal } from '#test/shoppers.ts';

const shop = await startShop();
const { db } = shop;
const sessionId = newSessionId();

const salonId = v7();
const mira = {
  id: salonId,
  address: 'Rruga e Limonave 7',
  city: 'tirana',
  location: '41.327500,19.818900',
  phone: '+355 67 111 5327',
  whatsapp: '+355 67 111 5328',
};
const own = { address: 'Rruga e Agimit 22', distance: '41.300000,19.800000', phone: '+355 68 148 6336' };
await db.insert(salons).values({ slug: 'mira', name: 'Salloni Mira', ...mira });

test('a line and an order say where to go and whom to call: as the deal says, what it does not say as the salon does', async () => {
  const ana = await shop.as({ email: 'ana@example.al' });
  const [silent, says] = [await newDeal(db, { salonId }), await newDeal(db, { salonId, ...own })];
  const hidden = await newDeal(db, { salonId });
  for (const dealId of [silent, says, hidden]) await ana(cart.add, { body: { dealId, sessionId } });
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, hidden));
  const lines = await ana(cart.list, { params: { sessionId } });
  const itsOwn = { ...mira, address: own.address, location: own.distance, phone: own.phone };
  expect(lines.map(({ salon }) => salon)).toEqual([mira, itsOwn, null]);

  await ana(cart.remove, { params: { itemId: lines[2]?.id as string } });
  await ana(orders.cash, { body: { sessionId } });
  const moved = { phone: '+355 69 000 0000', address: 'Rruga e Re 1' };
  await db.update(deals).set(moved).where(eq(deals.id, says));
  await db.update(deals).set({ isHidden: true }).where(eq(deals.id, silent));
  await db.update(salons).set(moved).where(eq(salons.id, salonId));
  const [order] = await ana(orders.mine);
  expect(order?.items.map(({ salon }) => salon)).toEqual([{ ...mira, ...moved }, itsOwn]);
});
