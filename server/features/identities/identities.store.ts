/** Which accounts elsewhere open one here, and what was already used to open one. */
import { and, eq, sql } from 'drizzle-orm';
import { identities } from '#db/schema/sign-in.ts';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';

export type Provider = (typeof identities.$inferSelect)['provider'];

export interface Identity {
  provider: Provider;
  subject: string;
}

const isOf = ({ provider, subject }: Identity) =>
  and(eq(identities.provider, provider), eq(identities.subject, subject));

/** Whose account it opens. */
export async function findOwner(tx: Tx, identity: Identity): Promise<string | null> {
  const [row] = await tx.select({ userId: identities.userId }).from(identities).where(isOf(identity));
  return row?.userId ?? null;
}

/** Whether it opens that account from now on: an account has one of each provider, and it opens one account. */
export async function addIdentity(
  tx: Tx,
  { userId, email, ...identity }: Identity & { userId: string; email: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(identities)
    .values({ userId, email, ...identity })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** What somebody else may have linked before. */
export async function removeIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId));
}

/** How long a browser may ask once more with what it used: its answer was lost. */
const AGAIN_SECONDS = 60;
/** Clocks of nodes and of the database may disagree by that. */
const LEEWAY_SECONDS = 300;

/**
 * Whether it was used for the first time, or again by the browser that used it a moment ago; null where it is worth
 * nothing any more. Whoever comes at the same time waits for what comes of it.
 */
export async function useAssertion(
  tx: Tx,
  { hash, browser, expiresAt }: { hash: string; browser: string | null; expiresAt: Date },
): Promise<'first' | 'again' | null> {
  const until = new Date(expiresAt.getTime() + LEEWAY_SECONDS * 1000);
  const { rows } = await tx.execute<{ is_first: boolean }>(sql`
    insert into used_assertions (hash, browser, expires_at) values (${hash}, ${browser ?? ''}, ${until})
    on conflict (hash) do update set browser = excluded.browser
      where used_assertions.browser = excluded.browser and excluded.browser <> ''
        and used_assertions.used_at > now() - make_interval(secs => ${AGAIN_SECONDS})
    returning xmax = 0 as is_first`);
  if (!rows[0]) return null;
  return rows[0].is_first ? 'first' : 'again';
}

/** What a provider vouched with, once it is worth nothing anyway. */
export function forgetAssertions(db: Db): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from used_assertions where ctid = any(array(
      select ctid from used_assertions where expires_at < now() limit ${limit}))`,
  );
}
