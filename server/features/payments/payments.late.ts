/** What waits for the provider longer than it should: attempts to be asked about, and what was told and is not worked off. */
import { desc, sql } from 'drizzle-orm';
import { externalEvents } from '#db/schema/charges.ts';
import type { ProviderName } from '#server/gateways/payments/provider.ts';
import type { Db } from '#server/kit/db/db.ts';
import { type EventKey, pause } from './payments.store.ts';

/** For how long what was told is tried; after that what is asked about by itself has said it. */
const HEARD = sql`interval '2 days'`;

const dueSince = (provider: ProviderName | null) => sql`
  select 'payment' as what, coalesce(provider_payment_id, id::text) as id,
    coalesce(checked_at, created_at) + ${pause} as since
  from payments where status in ('preparing', 'open') and provider = ${provider}
  union all
  select type, external_id, received_at from external_events
  where handled_at is null and received_at > now() - ${HEARD}`;

/** In seconds: since when something is due that is not done. */
export async function longestWait(db: Db, provider: ProviderName | null): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from now() - min(since)), 0)::float8 as seconds from (${dueSince(provider)}) due
    where since < now()`);
  return rows[0]?.seconds ?? 0;
}

/** Whatever is due for longer than five minutes, the oldest first. */
export async function findLate(
  db: Db,
  provider: ProviderName | null,
): Promise<{ what: string; id: string; since: string }[]> {
  const { rows } = await db.execute<Awaited<ReturnType<typeof findLate>>[number]>(sql`
    select what, id, since::text from (${dueSince(provider)}) due
    where since < now() - interval '5 minutes' order by since limit 1000`);
  return rows;
}

/** What this provider told a minute ago or longer and is not worked off, the latest first. */
export function findUnheard(db: Db, provider: ProviderName, limit: number): Promise<EventKey[]> {
  return db
    .select({ source: externalEvents.source, externalId: externalEvents.externalId })
    .from(externalEvents)
    .where(
      sql`source = ${provider} and handled_at is null and received_at between now() - ${HEARD} and now() - interval '1 minute'`,
    )
    .orderBy(desc(externalEvents.receivedAt))
    .limit(limit);
}
