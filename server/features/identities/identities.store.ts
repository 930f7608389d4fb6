/** What was already used to open an account. */
import { sql } from 'drizzle-orm';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

/** How long a browser may ask once more with what it used: its answer was lost. */
const AGAIN_SECONDS = 60;
/** Clocks of nodes and of the database may disagree by that. */
const LEEWAY_SECONDS = 300;

/**
 * Whether it is used for the first time, or again by the browser that used it a moment ago. Whoever comes at the same time
 * waits for what comes of it.
 */
export async function useAssertion(
  tx: Tx,
  { hash, browser, expiresAt }: { hash: string; browser: string | null; expiresAt: Date },
): Promise<boolean> {
  const until = new Date(expiresAt.getTime() + LEEWAY_SECONDS * 1000);
  const { rowCount } = await tx.execute(sql`
    insert into used_assertions (hash, browser, expires_at) values (${hash}, ${browser ?? ''}, ${until})
    on conflict (hash) do update set browser = excluded.browser
      where used_assertions.browser = excluded.browser and excluded.browser <> ''
        and used_assertions.used_at > now() - make_interval(secs => ${AGAIN_SECONDS})`);
  return rowCount === 1;
}

/** What a provider vouched with, once it is worth nothing anyway. */
export function forgetAssertions(db: Db): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from used_assertions where ctid = any(array(
      select ctid from used_assertions where expires_at < now() limit ${limit}))`,
  );
}
