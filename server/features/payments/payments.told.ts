import type { PaymentProvider } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsHear } from './payments.jobs.ts';
import { keepEvent } from './payments.store.ts';

/** Keeps what was told, once, to be worked off by a job; 400 where the provider did not sign it. */
export async function keepTold(
  { db, cards }: { db: Db; cards: Pick<PaymentProvider, 'name' | 'readEvent'> },
  { body, signature }: { body: Uint8Array; signature: string },
): Promise<void> {
  const event = cards.readEvent(Buffer.from(body), signature);
  if (!event) throw new AppError(400, 'payments.forged');
  await inTransaction(db, async (tx) => {
    if (await keepEvent(tx, cards.name, event))
      await enqueue(tx, paymentsHear, { source: cards.name, externalId: event.id });
  });
}
