/** `payments.ts` lists the payments by card of the database of the configuration that a person has to look at. */
import { readConfig } from '#server/config.ts';
import { findDatabase } from '#server/database.ts';
import { listPayments } from '#server/features/payments/payments.doubts.ts';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { StartError } from '#server/kit/start-error.ts';

async function main(words: string[]): Promise<void> {
  if (words.length > 0) throw new StartError('Say nothing, to see the payments that somebody has to look at.');
  const config = readConfig();
  const { url, stop } = await findDatabase(config);
  const pool = createPool({ url, name: 'bukuri-payments' });
  try {
    await list(createDb(pool), config.cards?.kind ?? null);
  } finally {
    await pool.end();
    await stop?.();
  }
}

const inMajor = (cents: number) => (cents / 100).toFixed(2);

async function list(db: Db, provider: ProviderName | null): Promise<void> {
  const lists = await listPayments(db, provider);
  const { withoutOrder, withoutPayment, refundFailed, disputed, unsettled, late, withdrawn, closed } = lists;
  tell(
    'Paid without an order: give it back at the provider, or find out what for',
    withoutOrder.map(
      ({ intent, asked, received, currency, toldAt }) =>
        `${intent}  ${inMajor(received)} ${currency.toUpperCase()} ${asked === null ? 'for an attempt that is not here' : `instead of ${inMajor(asked)} USD`}, ${toldAt}`,
    ),
  );
  tell(
    'Orders by card without a payment: somebody wrote into the database',
    withoutPayment.map(({ orderId, intent }) => `${orderId}  ${intent}`),
  );
  tell(
    'Refunds that failed: give it back in another way',
    refundFailed.map(({ orderId, intent, amount }) => `${orderId}  ${intent}  ${inMajor(amount)} USD`),
  );
  tell(
    'Asked back by a bank: answer it at the provider, or it is lost',
    disputed.map(
      ({ orderId, intent, amount, disputedAt }) => `${orderId}  ${intent}  ${inMajor(amount)} USD, ${disputedAt}`,
    ),
  );
  tell(
    'What the provider says of them cannot be written down: look for “a job failed” in the log of the last hour',
    unsettled.map(({ id, intent, since }) => `${id}  ${intent}  since ${since}`),
  );
  tell(
    'Late: the provider is away or refuses the key, or no worker runs; made up for when that ends',
    late.map(({ what, id, since }) => `${what}  ${id}  since ${since}`),
  );
  tell(
    'Orders of deals that were taken off sale before they were paid: ask the salon, or give it back',
    withdrawn.map(({ orderId, intent, deals }) => `${orderId}  ${intent}  ${deals}`),
  );
  tell(
    'Orders of accounts that were closed before they were paid: give it back, nobody can read of it',
    closed.map(({ orderId, intent }) => `${orderId}  ${intent}`),
  );
  if (Object.values(lists).every(({ length }) => length === 0)) console.log('No payment needs anybody.');
}

function tell(what: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  console.log(`${what}:`);
  for (const line of lines) console.log(`    ${line}`);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
