/** Whoever has one card after the other declined may be trying stolen ones: for a while no card of theirs is taken. */
import type { ProviderPayment } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { giveUp } from './payments.give-up.ts';
import type { PaymentParts } from './payments.parts.ts';
import { findPayment, secondsOfPause } from './payments.store.ts';

export async function refuseWhilePaused(db: Db, userId: string): Promise<void> {
  const retryAfter = await secondsOfPause(db, userId);
  if (retryAfter > 0) throw new AppError(429, 'payments.paused', { retryAfter });
}

/** Takes away what somebody holds who is to wait: with it a browser asks the provider without us. */
export async function cancelWhilePaused(parts: PaymentParts, { attemptId }: ProviderPayment): Promise<void> {
  const payment = attemptId === null ? null : await findPayment(parts.db, attemptId);
  if (!payment?.userId || (await secondsOfPause(parts.db, payment.userId)) <= 0) return;
  await giveUp(parts, payment);
}
