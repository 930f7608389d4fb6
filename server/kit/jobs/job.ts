/** Work that is done later, outside of any request: what it is called, what it is given, and how it is added. */
import { sql } from 'drizzle-orm';
import type { ZodType } from 'zod';
import type { Tx } from '#server/kit/db/db.ts';

/** What the worker needs to know of a job. */
export interface Work<Parts> {
  name: string;
  /** As in a crontab, in UTC: when the worker adds it by itself. */
  cron?: string;
  /** Whether a worker that starts adds it too. */
  atStart?: boolean;
  /** Jobs of one queue come one after the other, so that where they wait for somebody they keep no others waiting. */
  queue: string | null;
  perform: (parts: Parts, given: unknown) => Promise<void>;
}

/** A job that a feature adds. */
export interface Job<Parts, Payload> extends Work<Parts> {
  payload: ZodType<Payload>;
  attempts: number;
}

/** Attempts within about a day, each e times as long after the one before as that was, until six hours lie between them. */
const ATTEMPTS = 12;

/**
 * Declares a job. It runs at least once: again after a failure, and on another node when this one is killed. So it asks the
 * database what is left to do. The payload holds ids, never what they stand for, and old ones of this shape may wait.
 */
export function job<Parts, Payload>(its: {
  /** `noun-verb`, never given to other work. */
  name: string;
  payload: ZodType<Payload>;
  run: (parts: Parts, payload: Payload) => Promise<void>;
  /** After how many failures it is dead. */
  attempts?: number;
  queue?: string;
}): Job<Parts, Payload> {
  const { name, payload, run, attempts = ATTEMPTS, queue = null } = its;
  return { name, payload, attempts, queue, perform: (parts, given) => run(parts, payload.parse(given)) };
}

/** Declares work that comes by itself, the same each time. */
export function recurring<Parts>(its: {
  name: string;
  cron: string;
  atStart?: boolean;
  queue?: string;
  run: (parts: Parts) => Promise<void>;
}): Work<Parts> {
  const { name, cron, atStart = false, queue = null, run } = its;
  return { name, cron, atStart, queue, perform: run };
}

/**
 * Adds a job in the transaction of the change it belongs to, which waits for an interval where one is given. One `key` stands
 * for one job: added again, it replaces the waiting one.
 */
export async function enqueue<Payload>(
  tx: Tx,
  { name, payload: shape, attempts, queue }: Job<never, Payload>,
  payload: NoInfer<Payload>,
  { key, after }: { key?: string; after?: string } = {},
): Promise<void> {
  const text = JSON.stringify(shape.parse(payload));
  await tx.execute(sql`select from graphile_worker.add_job(${name}, payload => ${text}, max_attempts => ${attempts},
    queue_name => ${queue}, job_key => ${key === undefined ? null : `${name} ${key}`}, run_at => now() + ${after ?? null}::interval)`);
}
