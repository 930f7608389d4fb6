/**
 * Counts views of deals, once per visitor and day, without bots and owners. Buffered in memory and written about once a
 * second; what cannot be written is dropped.
 */

import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { dayInTirane } from '#core/domain/calendar-day.ts';
import type { Db, Tx } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { digestOf } from '#server/kit/digest.ts';
import type { Actors } from '#server/kit/http/actor.ts';
import { cookieOf, isPerson } from '#server/kit/http/request-context.ts';
import type { Sessions } from '#server/kit/http/sessions.ts';
import type { Clock } from '#server/kit/system-clock.ts';

const FLUSH_MS = 1000;
const MAX_WAITING = 10_000;
const BATCH = 2000;

export interface ViewCounter {
  countView(dealId: string, visitor: Visitor): void;
  /** Counts the sender of a request, unless it is a bot or a prefetch. Never throws, never waits. */
  countRequest(dealId: string, request: FastifyRequest): void;
  /** Counts a favourite or a line of a cart that was added; never waits. */
  countAdded(dealId: string, what: 'saves' | 'carts'): void;
  /** Writes pending counts; runs about once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createViewCounter({
  db,
  log,
  sessions,
  actors,
  clock,
}: {
  db: Db;
  log: FastifyBaseLogger;
  sessions: Sessions;
  actors: Actors;
  clock: Clock;
}): ViewCounter {
  const waiting = new Map<string, { dealId: string; visitor: Visitor }>();
  /** By deal. */
  const added = new Map<string, { saves: number; carts: number }>();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  function countView(id: string, visitor: Visitor) {
    // URLs may contain upper-case ids.
    const dealId = id.toLowerCase();
    const key = `${dealId} ${visitor.key}`;
    if (waiting.has(key)) return;
    visitor.formerKeys.some((former) => waiting.delete(`${dealId} ${former}`));
    if (waiting.size < MAX_WAITING) waiting.set(key, { dealId, visitor });
  }

  function countRequest(dealId: string, request: FastifyRequest) {
    if (request.method !== 'GET' || !isPerson(request)) return;
    sessions
      .find(request)
      .then((user) => countView(dealId, visitorOf(actors, { request, userId: user?.id ?? null })))
      .catch((error: unknown) => log.debug({ err: error }, 'views: nobody to count'));
  }

  function countAdded(dealId: string, what: 'saves' | 'carts') {
    const counts = added.get(dealId) ?? { saves: 0, carts: 0 };
    counts[what]++;
    if (added.size < MAX_WAITING) added.set(dealId, counts);
  }

  function flush(): Promise<void> {
    running = running.then(write);
    return running;
  }

  async function write() {
    const batch = [...waiting.entries()].slice(0, BATCH);
    for (const [key] of batch) waiting.delete(key);
    const additions = [...added.entries()];
    added.clear();
    if (batch.length + additions.length === 0) return;
    try {
      const visits = batch.map(([, view]) => view);
      const day = dayInTirane(clock.now());
      await inTransaction(db, async (tx) => {
        if (visits.length > 0) await addVisits(tx, { what: 'views', day, visits });
        if (additions.length > 0) await addAdditions(tx, { day, additions });
      });
    } catch (error) {
      log.warn({ err: error, lost: batch.length + additions.length }, 'views: some were not counted');
    }
  }

  return {
    countView,
    countRequest,
    countAdded,
    flush,
    close: async () => {
      clearInterval(timer);
      // Once at least: additions are not among those that wait.
      for (let left = Math.max(1, waiting.size); left > 0; left -= BATCH) void flush();
      await running;
    },
  };
}

/** Account, else browser label, else address and user agent; hashed. */
export function visitorOf(
  actors: Actors,
  { request, userId }: { request: FastifyRequest; userId: string | null },
): Visitor {
  const label = cookieOf(request, 'sessionId') ?? request.headers['x-session-id'];
  const from = actors.ofAddress(request).key;
  const address = `${from} ${request.headers['user-agent']}`;
  const [key = '', ...formerKeys] = [userId, label, address].filter((name) => name != null).map(hashOf);
  return { key, formerKeys, userId, source: userId === null ? hashOf(`from ${from}`) : null };
}

const hashOf = (name: unknown) => digestOf(`view ${name}`).slice(0, 22);

export interface Visitor {
  /** Hash of an account, browser or address. */
  key: string;
  /** Less specific keys of the same visitor. */
  formerKeys: readonly string[];
  /** The owner's own views do not count. */
  userId: string | null;
  /** Hash of a guest's address; null for accounts. */
  source: string | null;
}

/** Guests per address, deal and day: several share an address, but labels can be forged. */
const GUESTS_OF_ADDRESS = 20;

/** Counts each visitor once per deal and day; returns the number of deals whose counter changed. */
export async function addVisits(
  tx: Tx,
  {
    what,
    day,
    visits,
  }: { what: 'views' | 'shares'; day: string; visits: readonly { dealId: string; visitor: Visitor }[] },
): Promise<number> {
  const listOf = (read: (visit: (typeof visits)[number]) => string | null) => sql.param(visits.map(read));
  const dealIds = sql`${listOf(({ dealId }) => dealId)}::uuid[]`;
  const [table, counter] = [sql.raw(`deal_${what}`), sql.raw(what)];
  // Serializes updates per deal; ordered against deadlocks.
  await tx.execute(sql`
    select from deal_counters where deal_id = any(${dealIds}) order by deal_id for no key update`);
  // A row with a former key of the same visitor is replaced without counting again.
  const { rowCount } = await tx.execute(sql`
    with visits as materialized (
      select d.id as deal_id, l.visitor, l.source, string_to_array(l.former, ' ') as former, exists (
        select from ${table} w where w.day = ${day} and w.deal_id = d.id and w.visitor = l.visitor) as is_seen
      from unnest(${dealIds}, ${listOf(({ visitor }) => visitor.key)}::text[],
        ${listOf(({ visitor }) => visitor.userId)}::uuid[],
        ${listOf(({ visitor }) => visitor.formerKeys.join(' '))}::text[],
        ${listOf(({ visitor }) => visitor.source)}::text[]) l (deal_id, visitor, user_id, former, source)
      join deals d on d.id = l.deal_id and (l.user_id is null or d.user_id is distinct from l.user_id) and deal_is_public(d)
    ), known as (
      delete from ${table} v using visits l
      where v.day = ${day} and v.deal_id = l.deal_id and v.visitor = any(l.former) and not l.is_seen
      returning l.deal_id, l.visitor
    ), guests as (
      select deal_id, source, count(*) as seen from ${table}
      where day = ${day} and deal_id = any(${dealIds}) and source is not null group by deal_id, source
    ), placed as (
      select l.*, coalesce(c.seen, 0) + row_number() over (partition by l.deal_id, l.source, l.is_known order by l.visitor) as place
      from (select *, (deal_id, visitor) in (select * from known) as is_known from visits where not is_seen) l
        left join guests c on c.deal_id = l.deal_id and c.source = l.source
    ), fresh as (
      insert into ${table} (deal_id, visitor, day, source) select deal_id, visitor, ${day}, source from placed
      where source is null or is_known or place <= ${GUESTS_OF_ADDRESS}
      on conflict do nothing returning deal_id, visitor
    ), totals as (
      select deal_id, count(*) as added from fresh where (deal_id, visitor) not in (select * from known) group by deal_id
    ), days as (
      insert into deal_days (deal_id, day, ${counter}) select deal_id, ${day}, added from totals order by deal_id
      on conflict (deal_id, day) do update set ${counter} = deal_days.${counter} + excluded.${counter}
    )
    update deal_counters c set ${counter} = c.${counter} + totals.added from totals where c.deal_id = totals.deal_id`);
  return rowCount ?? 0;
}

async function addAdditions(
  tx: Tx,
  { day, additions }: { day: string; additions: readonly (readonly [string, { saves: number; carts: number }])[] },
): Promise<void> {
  const [ids, saves, carts] = [
    additions.map(([id]) => id),
    additions.map(([, n]) => n.saves),
    additions.map(([, n]) => n.carts),
  ];
  await tx.execute(sql`
    insert into deal_days (deal_id, day, saves, carts)
    select d.id, ${day}, a.saves, a.carts
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(saves)}::int[], ${sql.param(carts)}::int[]) a (deal_id, saves, carts)
      join deals d on d.id = a.deal_id order by d.id
    on conflict (deal_id, day) do update set saves = deal_days.saves + excluded.saves, carts = deal_days.carts + excluded.carts`);
}
