/** Seeded random histories of units that a card paid: redeemed, undone, refunded, disputed, while months are closed and paid. */
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { payments } from '#db/schema/charges.ts';
import { salons } from '#db/schema/salons.ts';
import { orderItems, orders } from '#db/schema/shopping.ts';
import { redemptions } from '#db/schema/vouchers.ts';
import {
  findSettlement,
  insertPayout,
  lockStatements,
  reversePayout,
} from '#server/features/admin/settlements/settlements.store.ts';
import { settlePayment } from '#server/features/payments/payments.settle.ts';
import { findPayment } from '#server/features/payments/payments.store.ts';
import { requestRefunds } from '#server/features/payments/unit-refunds.ts';
import { redeemOpen, reopen } from '#server/features/redeem/redeem.store.ts';
import { closeMonths } from '#server/features/settlements/settlements.jobs.ts';
import type { ProviderPayment } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { newDeal, newUser } from './shoppers.ts';

const cards = { name: 'sandbox', isLive: false } as never;
const CONCURRENCY = 4;
const SALONS = 8;
/** After so many histories a month is closed. */
const PER_MONTH = 25;

/** The same numbers for each seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

interface Salon {
  salonId: string;
  ownerId: string;
  dealId: string;
  adminId: string;
}

/** A paid order of one to three units, and what the provider reports of its payment. */
export async function paidUnits(
  db: Db,
  { salonId, dealId, price, units }: { salonId: string; dealId: string; price: number; units: number },
): Promise<{ orderId: string; voucherIds: string[]; reported: ProviderPayment }> {
  const [orderId, attemptId, cartVersion] = [v7(), v7(), v7()];
  const [intent, total] = [`pi_${orderId}`, price * units];
  const charge = { chargedAmount: Math.round(total / 95.4), chargedCurrency: 'USD', exchangeRate: '95.4' };
  const item = { dealId, salonId, position: 1, title: 'Masazh', businessName: 'Salloni', price, discount: 0 };
  const items = [{ ...item, quantity: units }];
  const ids = await inTransaction(db, async (tx) => {
    const its = { sessionId: 'session_1', cartVersion, totalAmount: total, ...charge };
    await tx
      .insert(orders)
      .values({ ...its, id: orderId, stripePaymentIntentId: intent, paymentMethod: 'card', status: 'completed' });
    await tx.insert(orderItems).values(items.map((each) => ({ ...each, orderId })));
    const paid = { provider: 'sandbox', isLive: false, status: 'paid', closedAt: new Date() } as const;
    await tx.insert(payments).values({ ...its, ...paid, id: attemptId, providerPaymentId: intent, items, orderId });
    const { rows } = await tx.execute<{ id: string }>(sql`select id from vouchers where order_id = ${orderId}`);
    return rows.map(({ id }) => id);
  });
  const amounts = { amount: charge.chargedAmount, received: charge.chargedAmount, currency: 'usd' };
  const reported: ProviderPayment = {
    ...{ id: intent, attemptId, clientSecret: '', state: 'paid', ...amounts },
    ...{ isLive: false, refunds: [], disputes: [] },
  };
  return { orderId, voucherIds: ids, reported };
}

export const redeemUnit = (db: Db, { ownerId: userId, salonId }: Pick<Salon, 'ownerId' | 'salonId'>, id: string) =>
  inTransaction(db, async (tx) => {
    const who = { userId, tillId: null, salonId, salon: null, isAdmin: false };
    if (!(await redeemOpen(tx, { id, who, happenedAt: sql`now()` }))) return;
    await tx.insert(redemptions).values({ userId, salonId, nonce: v7(), voucherId: id, result: 'redeemed' });
  });

export const undoUnit = (db: Db, { ownerId: userId, salonId }: Pick<Salon, 'ownerId' | 'salonId'>, voucherId: string) =>
  inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{
      id: string;
    }>(sql`select r.id from redemptions r join vouchers v on v.id = r.voucher_id
      where v.id = ${voucherId} and r.result = 'redeemed' and not exists (select from redemptions u where u.undoes = r.id)
      for no key update of v`);
    const [live] = rows;
    if (!live) return;
    await reopen(tx, voucherId);
    await tx.insert(redemptions).values({ userId, salonId, voucherId, result: 'undone', undoes: live.id });
  });

async function refundUnit(db: Db, { adminId }: Salon, reported: ProviderPayment, voucherId: string): Promise<void> {
  const payment = (await findPayment(db, reported.attemptId ?? '')) as NonNullable<
    Awaited<ReturnType<typeof findPayment>>
  >;
  // As `decide` of claims.
  if (payment.disputeStatus === 'open' || payment.disputeStatus === 'lost') return;
  const request = { payment, cards, voucherIds: [voucherId], reason: 'claim' as const, adminId, isOfClaim: true };
  await inTransaction(db, (tx) => requestRefunds(tx, request));
  const { rows } = await db.execute<{ key: string; amount: number }>(
    sql`select id as key, amount::int from refunds where voucher_id = ${voucherId} and status = 'pending'`,
  );
  for (const { key, amount } of rows) reported.refunds.unshift({ id: `re_${key}`, key, amount, state: 'succeeded' });
  await settlePayment({ db, cards }, reported);
}

async function runHistory(db: Db, salon: Salon, random: (below: number) => number): Promise<void> {
  const price = 100 * (500 + random(4000)) + random(100);
  const { voucherIds, reported } = await paidUnits(db, { ...salon, price, units: 1 + random(3) });
  const settle = () => settlePayment({ db, cards }, reported);
  const dispute = (state: 'open' | 'won' | 'lost') => {
    const number = random(2);
    const id = `dp_${reported.id}_${number}`;
    reported.disputes = [{ id, state }, ...reported.disputes.filter((other) => other.id !== id)];
    return settle();
  };
  const steps = [
    (unit: string) => redeemUnit(db, salon, unit),
    (unit: string) => redeemUnit(db, salon, unit),
    (unit: string) => undoUnit(db, salon, unit),
    (unit: string) => refundUnit(db, salon, reported, unit),
    () => dispute('open'),
    () => dispute('lost'),
    () => dispute('won'),
    () => {
      const [newest] = reported.refunds;
      if (newest) newest.state = 'failed';
      return settle();
    },
  ];
  await redeemUnit(db, salon, voucherIds[0] ?? '');
  for (let step = 0; step < 5; step++) {
    const unit = voucherIds[random(voucherIds.length)] ?? '';
    try {
      await steps[random(steps.length)]?.(unit);
    } catch (error) {
      // What the shop refuses changes nothing.
      if (!(error instanceof AppError)) throw error;
    }
  }
}

/** Pays a statement, or takes that back. */
const payOrUndo = (db: Db, { salonId }: Salon) =>
  inTransaction(db, async (tx) => {
    await lockStatements(tx, salonId);
    const found = await findSettlement(tx, { salonId, isTest: true });
    if (!found?.statement) return;
    const book = { salonId, isTest: true, month: found.statement.month };
    if (found.isPayable) await insertPayout(tx, { ...book, reference: `transfer ${book.month}` });
    else if (found.canUndo) await reversePayout(tx, book);
  });

/** @param seed - other histories with another one */
export async function runHistories(db: Db, { count, seed }: { count: number; seed: number }): Promise<void> {
  const adminId = await newUser(db, { role: 'admin' });
  const all: Salon[] = [];
  for (let n = 0; n < SALONS; n++) {
    const [ownerId, salonId] = [await newUser(db), v7()];
    await db
      .insert(salons)
      .values({ id: salonId, slug: salonId, ownerId, name: `Salloni ${n}`, address: '', city: 'tirana' });
    all.push({ salonId, ownerId, adminId, dealId: await newDeal(db, { userId: ownerId, salonId }) });
  }
  let next = 0;
  const monthAfter = (months: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15)).toISOString().slice(0, 7);
  };
  const work = async () => {
    for (let number = next++; number < count; number = next++) {
      const random = randomFrom(seed + number);
      const salon = all[random(SALONS)] as Salon;
      await runHistory(db, salon, random);
      if (number % PER_MONTH === PER_MONTH - 1) await closeMonths(db, monthAfter((number + 1) / PER_MONTH));
      if (number % 7 === 0) await payOrUndo(db, salon);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
