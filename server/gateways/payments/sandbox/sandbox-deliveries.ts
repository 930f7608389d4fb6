/** Tells the shop what happened, signed as Stripe signs it, until the shop says that it heard. */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { sandboxEvents } from '#db/schema/sandbox.ts';
import type { Db } from '#server/kit/db/db.ts';
import { reasonOf } from '#server/kit/error-facts.ts';
import { throttleLog } from '#server/kit/log.ts';
import { takeFault } from './sandbox-faults.ts';
import { inSeconds } from './sandbox-objects.ts';

/** Gives the status that the shop answers. */
export type Post = (body: string, signature: string) => Promise<number>;

interface Delivering {
  db: Db;
  secret: string;
  post: Post;
  log: FastifyBaseLogger;
}

const ATTEMPTS = 9;
/** Until the second attempt; each is twice as long as the one before. Longer than a node takes to post. */
const PAUSE_SECONDS = 6;
const LOOK_EVERY_MS = 400;

export function signatureOf(body: string, secret: string, at = inSeconds()): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Tells what is due, the oldest first, and gives how many were heard. */
export async function deliverDue({ db, secret, post, log }: Delivering): Promise<number> {
  for (let heard = 0; ; ) {
    const event = await claim(db);
    if (!event) return heard;
    const body = JSON.stringify(event.body, null, 2);
    const times = (await takeFault(db, 'duplicate')) ? 2 : 1;
    const statuses = await Promise.all(Array.from({ length: times }, () => post(body, signatureOf(body, secret))));
    if (statuses.some(isHeard)) {
      await db.update(sandboxEvents).set({ deliveredAt: sql`now()` }).where(eq(sandboxEvents.id, event.id));
      heard++;
    } else log.info({ event: event.id, status: statuses[0], attempt: event.attempts }, 'the shop did not hear');
  }
}

const isHeard = (status: number) => status >= 200 && status < 300;

/** One that no other node is telling: until its next attempt is due it is ours. */
async function claim(db: Db) {
  const next = sql`(select id from sandbox_events
    where delivered_at is null and due_at <= clock_timestamp() and attempts < ${ATTEMPTS}
    order by due_at limit 1 for update skip locked)`;
  const pause = sql`${PAUSE_SECONDS}::float8 * 2 ^ ${sandboxEvents.attempts} * interval '1 second'`;
  const [event] = await db
    .update(sandboxEvents)
    .set({ attempts: sql`${sandboxEvents.attempts} + 1`, dueAt: sql`clock_timestamp() + ${pause}` })
    .where(sql`${sandboxEvents.id} = ${next}`)
    .returning();
  return event;
}

/** Goes on telling until it is closed. */
export function keepDelivering(parts: Delivering): { close: () => Promise<void> } {
  const end = new AbortController();
  const tell = throttleLog((reason: string) =>
    parts.log.warn({ reason }, 'the card sandbox could not tell what happened'),
  );
  const run = async () => {
    while (!end.signal.aborted) {
      await deliverDue(parts).catch((error: unknown) => tell('failed', reasonOf(error)));
      // Broken off, it throws, and there is nothing left to do.
      await wait(LOOK_EVERY_MS, undefined, { ref: false, signal: end.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    close: () => {
      end.abort();
      return running;
    },
  };
}
