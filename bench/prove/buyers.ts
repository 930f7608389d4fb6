/** People who buy without pause, and go on asking until they know that an order was made. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { MAX_OPEN_CASH_ORDERS } from '#core/contract/orders.ts';
import { createDb } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { newUser } from '#test/shoppers.ts';
import { type Answer, ask } from './traffic.ts';

const AT_ONCE = 10;
const SESSION = `session_1700000000000_${'b'.repeat(32)}`;

export interface Buyers {
  /** The orders that were answered so far. */
  orders: string[];
  /** Every answer so far; 0 where the connection broke. */
  statuses: number[];
  /** The longest wait for an answer, in ms. */
  slowest: () => number;
  /** Nobody begins another order; resolves when all know of theirs. */
  stop: () => Promise<void>;
}

interface Buying {
  pool: Pool;
  origin: string;
  /** Between two orders of one person. */
  pauseMs: number;
  people: number;
}

/** As many orders as the people may have open at most. */
export async function startBuying({ pool, origin, pauseMs, people }: Buying): Promise<Buyers> {
  const cookies = await signInAll(pool, people);
  const deals = await lastingDeals(pool);
  const buyers = { orders: [] as string[], statuses: [] as number[] };
  let slowest = 0;
  let isOver = false;

  /** Until it is known what became of it: what was not heard of is asked for again with its key. */
  async function insist(path: string, headers: Record<string, string>, body: object): Promise<Answer> {
    for (;;) {
      const began = performance.now();
      const answer = await ask(origin + path, { headers, body }).catch(() => null);
      slowest = Math.max(slowest, performance.now() - began);
      buyers.statuses.push(answer?.status ?? 0);
      if (answer?.status === 200) return answer;
      if (answer && answer.status !== 503) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      await wait(200);
    }
  }

  async function work(): Promise<void> {
    for (let cookie = cookies.pop(); cookie && !isOver; cookie = cookies.pop()) {
      for (let time = 0; time < MAX_OPEN_CASH_ORDERS && !isOver; time++) {
        const dealId = deals[Math.floor(Math.random() * deals.length)];
        await insist('/api/cart', { cookie }, { dealId, sessionId: SESSION, key: randomUUID() });
        const made = await insist('/api/cash-payment', { cookie }, { sessionId: SESSION, key: randomUUID() });
        buyers.orders.push(JSON.parse(made.text).id);
        await wait(pauseMs);
      }
    }
  }

  const everybody = Promise.all(Array.from({ length: AT_ONCE }, work));
  // Told when they are stopped.
  everybody.catch(() => {});
  return {
    ...buyers,
    slowest: () => slowest,
    stop: async () => {
      isOver = true;
      await everybody;
    },
  };
}

/** Some that do not end while a proof goes on. */
export async function lastingDeals(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from deals where deal_is_live(deals) and (expires_at is null or expires_at > now() + interval '3 hours') limit 40`,
  );
  return rows.map(({ id }) => id);
}

/** A cookie each. */
export async function signInAll(pool: Pool, people: number): Promise<string[]> {
  const db = createDb(pool);
  const cookies: string[] = [];
  for (let n = 0; n < people; n++) {
    const userId = await newUser(db);
    const session = { userId, rememberMe: false, replaces: null };
    const { token } = await inTransaction(db, (tx) => startSession(tx, session));
    cookies.push(`bukuri=${token}`);
  }
  return cookies;
}
