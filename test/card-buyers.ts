/** Somebody with a full cart who pays by card, and what became of it. */
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { cart, type ExpectedItem } from '#core/contract/cart.ts';
import { payments } from '#db/schema/charges.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { preparePayment } from '#server/features/payments/payments.service.ts';
import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { newSessionId, type Shop } from './client.ts';
import { newDeal, newUser } from './shoppers.ts';

export const sessionId = newSessionId();
/** Lek for one dollar. */
export const RATE = '95.4';

/** For a shop that takes cards at that rate. */
export const takingCards = (cards: PaymentProvider) => ({
  config: { exchangeRate: { fixed: RATE, feed: null } },
  parts: { cards },
});

export async function cardBuyer(shop: Shop, cards: PaymentProvider) {
  const { db } = shop;
  const email = `${v7()}@example.al`;
  const userId = await newUser(db, { email, username: email });
  const call = await shop.as({ email });
  return {
    userId,
    call,
    /** Puts a new deal into the cart; its price in qindarka. */
    fill: async (price = 220_000, quantity = 1, more: Parameters<typeof newDeal>[1] = {}) => {
      const dealId = await newDeal(db, { price, originalPrice: price * 2, ...more });
      await call(cart.add, { body: { dealId, sessionId, quantity } });
      return dealId;
    },
    lines: () => call(cart.list, { params: { sessionId } }),
    prepare: (allPerUsd = RATE, expectedItems?: ExpectedItem[]) =>
      preparePayment({ db, cards }, { userId, sessionId, allPerUsd, expectedItems, count: async () => {} }),
    orders: () => ordersOf(db, userId),
    payments: () => db.select().from(payments).where(eq(payments.userId, userId)).orderBy(payments.createdAt),
  };
}

async function ordersOf(db: Db, userId: string) {
  const rows = await db.select().from(orders).where(eq(orders.userId, userId)).orderBy(orders.createdAt);
  return Promise.all(
    rows.map(async (order) => ({
      ...order,
      items: await db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).orderBy(orderItems.position),
    })),
  );
}
