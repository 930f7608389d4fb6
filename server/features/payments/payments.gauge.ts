import { eq } from 'drizzle-orm';
import { payments } from '#db/schema/charges.ts';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Reading } from '#server/kit/metrics/reading.ts';
import { longestWait } from './payments.late.ts';

/** So that whoever watches hears of it before a buyer does. */
export function paymentsWait({ db, provider }: { db: Db; provider: ProviderName | null }): Reading {
  return {
    name: 'bukuri_payments_wait_seconds',
    help: 'How long the payment that waits longest has been due to be asked about, or a message of the provider to be worked off; 0 while none waits.',
    read: () => longestWait(db, provider),
  };
}

/** What a bank asked back has to be answered within days. */
export function disputesOpen({ db }: { db: Db }): Reading {
  return {
    name: 'bukuri_payments_disputed',
    help: 'How many payments by card a bank asks back at present.',
    read: () => db.$count(payments, eq(payments.disputeStatus, 'open')),
  };
}
