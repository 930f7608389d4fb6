/** What happened, written in the transaction in which it did, to be told afterwards. */
import { sql } from 'drizzle-orm';
import { sandboxEvents } from '#db/schema/sandbox.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { API_VERSION } from '../stripe-version.ts';
import { faultValue, takeFault } from './sandbox-faults.ts';
import { inSeconds, newId, type SandboxObject } from './sandbox-objects.ts';

/** Among how many milliseconds events without an order are strewn. */
const STREWN_MS = 3_000;

export async function tell(tx: Tx, type: string, object: SandboxObject): Promise<void> {
  if (await takeFault(tx, 'drop')) return;
  const id = newId('evt');
  const body = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created: inSeconds(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  const delay = await faultValue(tx, 'delay');
  const strewn = (await takeFault(tx, 'shuffle')) ? STREWN_MS : 0;
  const dueAt = sql`clock_timestamp() + (${delay}::float8 + random() * ${strewn}::float8) * interval '1 millisecond'`;
  const createdAt = sql`clock_timestamp()`;
  await tx.insert(sandboxEvents).values({ id, body, dueAt, createdAt });
}
