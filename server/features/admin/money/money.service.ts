/** Refunds and exchange rates that administrators decide about. */

import type * as z from 'zod/mini';
import type { RateInput, Rates, RefundInput } from '#core/contract/admin/money.ts';
import type { Deps } from '#server/deps.ts';
import { currentRate, FarRate, setRate } from '#server/features/exchange/exchange.service.ts';
import { listRates } from '#server/features/exchange/exchange.store.ts';
import { requestRefunds, submitNow } from '#server/features/payments/unit-refunds.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError, invalidInput } from '#server/kit/http/errors.ts';
import { findPaymentOf } from './money.store.ts';

interface Request extends z.infer<typeof RefundInput> {
  orderId: string;
  adminId: string;
  /** Since the request arrived. */
  elapsedMs: number;
}

/** The amounts follow from what was charged; what was refunded before is refused. */
export async function refundOrder(
  deps: Pick<Deps, 'db' | 'cards' | 'log'>,
  { orderId, elapsedMs, ...request }: Request,
): Promise<void> {
  const { db, cards } = deps;
  const found = await findPaymentOf(db, orderId);
  if (!found) throw new AppError(404, 'orders.notFound');
  const { payment } = found;
  if (!payment) throw new AppError(409, 'payments.notRefundable');
  await inTransaction(db, (tx) => requestRefunds(tx, { ...request, payment, cards }));
  await submitNow(deps, { paymentId: payment.id, elapsedMs });
}

export async function findRates({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Rates> {
  const toJson = ({ allPerUsd, source, takenAt }: NonNullable<Awaited<ReturnType<typeof currentRate>>>) => ({
    allPerUsd,
    source,
    takenAt: takenAt?.toISOString() ?? null,
  });
  const [current, latest] = await Promise.all([currentRate(db, { config }), listRates(db, 10)]);
  return { current: current && toJson(current), latest: latest.map(toJson) };
}

export async function overrideRate(
  deps: Pick<Deps, 'db' | 'config'>,
  { allPerUsd, isConfirmed = false, adminId }: z.infer<typeof RateInput> & { adminId: string },
): Promise<Rates> {
  try {
    await setRate(deps.db, { config: deps.config, allPerUsd, isConfirmed, adminId });
  } catch (error) {
    if (error instanceof FarRate) throw new AppError(409, 'adminMoney.farRate', { values: { rate: error.before } });
    if (error instanceof RangeError) throw invalidInput({ allPerUsd: 'invalidNumber' });
    throw error;
  }
  return findRates(deps);
}
