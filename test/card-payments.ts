/** Payments by card for tests that need some, written straight into the database. */
import type { Pool } from 'pg';
import { v7 } from 'uuid';
import { toUsdCents } from '#core/domain/exchange-rate.ts';
import { payments } from '#db/schema/charges.ts';
import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { RATE } from './card-buyers.ts';
import { newDeal } from './shoppers.ts';

/** An attempt to pay for one deal that nobody's cart holds, which the provider knows and nobody paid yet. Its `pi_…`. */
export async function newCardPayment(
  { db, cards }: { db: Db; cards: PaymentProvider },
  userId: string | null,
  { quantity = 1, dealId }: { quantity?: number; dealId?: string } = {},
): Promise<string> {
  const [id, price] = [v7(), 120_000];
  const words = { title: 'Prerje dhe larje', titleEn: null, imageUrl: null, businessName: 'Salloni Mira' };
  const place = { dealerId: null, salonId: null, address: '', city: 'tirana', distance: null, phone: null };
  const cost = { price, originalPrice: null, discount: 0, quantity };
  const chargedAmount = toUsdCents(price * quantity, RATE);
  const intent = await cards.create({ attemptId: id, amount: chargedAmount });
  await db.insert(payments).values({
    id,
    userId,
    sessionId: 'session_1',
    cartVersion: v7(),
    provider: cards.name,
    isLive: cards.isLive,
    providerPaymentId: intent.id,
    status: 'open',
    totalAmount: price * quantity,
    chargedAmount,
    exchangeRate: RATE,
    items: [{ position: 1, dealId: dealId ?? (await newDeal(db)), ...words, ...place, ...cost }],
  });
  return intent.id;
}

/** As if so much time had gone by since all was prepared and asked about. */
export async function agePayments(pool: Pool, interval: string): Promise<void> {
  await pool.query('alter table payments disable trigger payments_guard');
  await pool.query(
    'update payments set created_at = created_at - $1::interval, checked_at = checked_at - $1::interval',
    [interval],
  );
  await pool.query('alter table payments enable trigger payments_guard');
}
