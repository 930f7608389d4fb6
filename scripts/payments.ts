/** `npm run payments`: lists card payments that need manual review. */
import { listForReview } from '#server/features/payments/payments.review.ts';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { StartError } from '#server/kit/start-error.ts';
import { withDatabase } from './database.ts';

export async function main(words: string[]): Promise<void> {
  if (words.length > 0) throw new StartError('Say nothing, to see the payments that somebody has to look at.');
  await withDatabase('bukuri-payments', (db, { cards }) => list(db, cards?.kind ?? null));
}

const inMajor = (cents: number) => (cents / 100).toFixed(2);

async function list(db: Db, provider: ProviderName | null): Promise<void> {
  const lists = await listForReview(db, provider, { isThorough: true });
  const { withoutOrder, withoutPayment, refundFailed, partlyRefunded, disputed, unsettled, late, withdrawn, closed } =
    lists;
  print(
    'Paid without an order: give it back at the provider, or find out what for',
    withoutOrder.map(
      ({ intent, asked, received, currency, reportedAt }) =>
        `${intent}  ${inMajor(received)} ${currency.toUpperCase()} ${asked === null ? 'for an attempt that is not here' : `instead of ${inMajor(asked)} USD`}, ${reportedAt}`,
    ),
  );
  print(
    'Orders by card without a payment: somebody wrote into the database',
    withoutPayment.map(({ orderId, intent }) => `${orderId}  ${intent}`),
  );
  print(
    'Refunds that failed: give it back in another way',
    refundFailed.map(({ orderId, intent, amount }) => `${orderId}  ${intent}  ${inMajor(amount)} USD`),
  );
  print(
    'Partly refunded at the provider: decide which vouchers are still valid',
    partlyRefunded.map(({ orderId, intent, amount }) => `${orderId}  ${intent}  ${inMajor(amount)} USD`),
  );
  print(
    'Asked back by a bank: answer it at the provider, or it is lost',
    disputed.map(
      ({ orderId, intent, amount, disputedAt }) => `${orderId}  ${intent}  ${inMajor(amount)} USD, ${disputedAt}`,
    ),
  );
  print(
    'What the provider says of them cannot be written down: look for “a job failed” in the log of the last hour',
    unsettled.map(({ id, intent, since }) => `${id}  ${intent}  since ${since}`),
  );
  print(
    'Late: the provider is away or refuses the key, or no worker runs; made up for when that ends',
    late.map(({ what, id, since }) => `${what}  ${id}  since ${since}`),
  );
  print(
    'Orders of deals that were taken off sale before they were paid: ask the salon, or give it back',
    withdrawn.map(({ orderId, intent, deals }) => `${orderId}  ${intent}  ${deals}`),
  );
  print(
    'Orders of accounts that were closed before they were paid: give it back, nobody can read of it',
    closed.map(({ orderId, intent }) => `${orderId}  ${intent}`),
  );
  if (Object.values(lists).every(({ length }) => length === 0)) console.log('No payment needs anybody.');
}

function print(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(`${title}:`);
  for (const line of lines) console.log(`    ${line}`);
}
