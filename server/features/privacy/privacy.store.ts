import { and, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { Standing } from '#core/contract/privacy.ts';
import type { Language } from '#core/i18n/language.ts';
import { farewells } from '#db/schema/conversation.ts';
import { users } from '#db/schema/people.ts';
import { orders } from '#db/schema/shopping.ts';
import type { Credentials } from '#server/features/people/people.store.ts';
import { inBatches } from '#server/kit/db/batches.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { held } from './held.ts';

/** So many rows are read at once: nobody waits for who has many. */
const AT_ONCE = 1000;
/** After that long a file that is being made will mostly be there. */
export const RETRY_SECONDS = 5;

/** All parts as they are at one moment, of each some rows at a time: for an account once at a time, on whichever node. */
export async function* readHeld(pool: Pool, userId: string): AsyncGenerator<{ part: string; rows: unknown[] }> {
  const client = await pool.connect();
  let isOver = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    const lock = `select pg_try_advisory_xact_lock(hashtextextended('export ' || $1, 0)) as free`;
    const locked = await client.query<{ free: boolean }>(lock, [userId]);
    if (!locked.rows[0]?.free) {
      await client.query('rollback');
      isOver = true;
      throw new AppError(429, 'privacy.exporting', { retryAfter: RETRY_SECONDS });
    }
    for (const [part, statement] of Object.entries(held)) {
      const each = `select row_to_json(x) as row from (${statement}) x`;
      await client.query(`declare held no scroll cursor for ${each}`, [userId]);
      for (let found = AT_ONCE; found === AT_ONCE; ) {
        const { rows } = await client.query(`fetch ${AT_ONCE} from held`);
        found = rows.length;
        yield { part, rows: rows.map(({ row }) => row) };
      }
      await client.query('close held');
    }
    await client.query('commit');
    isOver = true;
  } finally {
    client.release(!isOver);
  }
}

export async function findStanding(db: Db, userId: string): Promise<Standing> {
  const { rows } = await db.execute<Standing & { membershipUntil: string | null }>(sql`
    select u.role = 'admin' and not exists (select from users a where a.role = 'admin' and a.is_active and a.id <> u.id) as "isLastAdmin",
      (select count(*)::int from orders where user_id = u.id and payment_method = 'cash' and status = 'pending') as "openOrders",
      (select count(*)::int from orders
        where user_id = u.id and payment_method = 'card' and status = 'completed' and use_by > now()) as "paidOrders",
      (select count(distinct o.id)::int from order_items i join orders o on o.id = i.order_id
        where i.dealer_id = u.id and o.user_id is distinct from u.id and o.use_by > now()
          and o.status in ('pending', 'completed')) as "owedOrders",
      to_json((select max(current_period_end) from memberships
        where user_id = u.id and status in ('active', 'canceling', 'past_due') and current_period_end > now())) as "membershipUntil"
    from users u where u.id = ${userId}`);
  const [row] = rows;
  if (!row) throw new Error('nobody has that id');
  return row;
}

/** Of two administrators who leave at once, one is the last. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), users.isActive))
    .orderBy(users.id)
    .for('update');
}

/** Whom to write to, of an account that these credentials still open and that is alone with us from now on; null else. */
export async function lockToClose(
  tx: Tx,
  { user, passwordHash }: Credentials,
): Promise<{ email: string; language: Language; isConfirmed: boolean } | null> {
  const isSame = sql`${users.passwordHash} is not distinct from ${passwordHash}`;
  const [row] = await tx
    .select({
      email: users.email,
      language: users.language,
      isConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
    })
    .from(users)
    .where(and(eq(users.id, user.id), users.isActive, isSame))
    .for('update');
  return row ?? null;
}

export async function findOpenOrders(tx: Tx, userId: string): Promise<string[]> {
  const own = and(eq(orders.userId, userId), eq(orders.paymentMethod, 'cash'), eq(orders.status, 'pending'));
  const rows = await tx.select({ id: orders.id }).from(orders).where(own).orderBy(orders.id);
  return rows.map(({ id }) => id);
}

export async function forgetPerson(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select account_forget(${userId})`);
}

export async function addFarewell(tx: Tx, to: { email: string; language: Language }): Promise<string> {
  const [row] = await tx.insert(farewells).values(to).returning({ id: farewells.id });
  if (!row) throw new Error('a farewell was not written');
  return row.id;
}

export async function findFarewell(db: Db, id: string): Promise<{ email: string; language: Language } | null> {
  const { email, language } = farewells;
  const [row = null] = await db.select({ email, language }).from(farewells).where(eq(farewells.id, id));
  return row;
}

export async function dropFarewell(db: Db, id: string): Promise<void> {
  await db.delete(farewells).where(eq(farewells.id, id));
}

export function forgetFarewells(db: Db, kept: string): Promise<void> {
  return inBatches(
    db,
    (limit) => sql`delete from farewells where ctid = any(array(
      select ctid from farewells where created_at < now() - ${kept}::interval limit ${limit}))`,
  );
}
