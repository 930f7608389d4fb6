import type { PaymentProvider, ProviderEvent, ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { enqueue } from '#server/kit/jobs/job.ts';
import { paymentsHear } from './payments.jobs.ts';
import { keepEvent } from './payments.store.ts';

/** Stores an event once and enqueues its processing. */
export async function storeWebhookEvent(tx: Tx, source: ProviderName, event: ProviderEvent): Promise<void> {
  if (await keepEvent(tx, source, event)) await enqueue(tx, paymentsHear, { source, externalId: event.id });
}

/** Stores a posted webhook; throws 400 where the signature is not that of the provider. */
export async function receiveWebhook(
  { db, cards }: { db: Db; cards: Pick<PaymentProvider, 'name' | 'readEvent'> },
  { body, signature }: { body: Uint8Array; signature: string },
): Promise<void> {
  const event = cards.readEvent(Buffer.from(body), signature);
  if (!event) throw new AppError(400, 'payments.forged');
  await inTransaction(db, (tx) => storeWebhookEvent(tx, cards.name, event));
}
