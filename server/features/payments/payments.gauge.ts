import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Reading, Readings } from '#server/kit/metrics/tally.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { listPayments } from './payments.doubts.ts';
import { longestWait } from './payments.late.ts';

/** So that whoever watches hears of it before a buyer does. */
export function paymentsWait({ db, provider }: { db: Db; provider: ProviderName | null }): Reading {
  return {
    name: 'bukuri_payments_wait_seconds',
    help: 'How long the payment that waits longest has been due to be asked about, or a message of the provider to be worked off; 0 while none waits.',
    read: () => longestWait(db, provider),
  };
}

/** How long a count holds: each looks through years of the audit log, and Prometheus asks every few seconds. */
const HOLDS_MS = 60_000;

/** What `npm run payments` lists, so that nobody has to look there each day. */
export function paymentsListed({
  db,
  provider,
  clock,
}: {
  db: Db;
  provider: ProviderName | null;
  clock: Pick<Clock, 'elapsed'>;
}): Readings {
  let counted: { at: number; counts: Record<string, number> } | null = null;
  return {
    name: 'bukuri_payments_listed',
    help: 'How many payments by card a person has to look at, as `npm run payments` lists them, by why; counted once a minute.',
    readKinds: async () => {
      const now = clock.elapsed();
      if (counted && now - counted.at < HOLDS_MS) return counted.counts;
      const lists = Object.entries(await listPayments(db, provider));
      const counts = Object.fromEntries(lists.map(([kind, rows]) => [kind, rows.length]));
      counted = { at: now, counts };
      return counts;
    },
  };
}
