/** Background jobs: declaring and enqueuing them. */
import { sql } from 'drizzle-orm';
import type { ZodType } from 'zod';
import type { Tx } from '#server/kit/db/db.ts';

export interface Work<Parts> {
  name: string;
  /** Crontab in UTC. */
  cron?: string;
  /** Also run when a worker starts. */
  atStart?: boolean;
  /** Jobs of one queue run one at a time, so that a slow service does not block other jobs. */
  queue: string | null;
  perform: (parts: Parts, given: unknown) => Promise<void>;
}

export interface Job<Parts, Payload> extends Work<Parts> {
  payload: ZodType<Payload>;
  attempts: number;
}

/** With exponential backoff up to six hours: about a day in total. */
const ATTEMPTS = 12;

/**
 * Declares a job. It runs at least once, so it must be idempotent. The payload holds ids only, and must stay compatible with
 * waiting jobs of older versions.
 */
export function job<Parts, Payload>(definition: {
  /** `noun-verb`, never reused. */
  name: string;
  payload: ZodType<Payload>;
  run: (parts: Parts, payload: Payload) => Promise<void>;
  /** Attempts until it is dead. */
  attempts?: number;
  queue?: string;
}): Job<Parts, Payload> {
  const { name, payload, run, attempts = ATTEMPTS, queue = null } = definition;
  return { name, payload, attempts, queue, perform: (parts, given) => run(parts, payload.parse(given)) };
}

/** Declares a scheduled job. */
export function recurring<Parts>(definition: {
  name: string;
  cron: string;
  atStart?: boolean;
  queue?: string;
  run: (parts: Parts) => Promise<void>;
}): Work<Parts> {
  const { name, cron, atStart = false, queue = null, run } = definition;
  return { name, cron, atStart, queue, perform: run };
}

/**
 * Enqueues a job in the transaction of its change, delayed by the interval `after`. A waiting job with the same `key` is
 * replaced.
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
