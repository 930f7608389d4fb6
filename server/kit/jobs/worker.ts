/** Runs jobs with graphile-worker. Unknown job names are left to nodes of another version. */
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type CronItem,
  type Job as Found,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type WorkerEvents,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { tellable } from '#server/kit/error-facts.ts';
import { tally } from '#server/kit/metrics/tally.ts';
import type { Work } from './job.ts';

export interface Worker {
  /** Waits for running jobs. */
  close: () => Promise<void>;
}

const countJob = tally({
  name: 'bukuri_jobs_total',
  help: 'Attempts at jobs: done, failed to be tried again, or dead.',
  labels: ['job', 'outcome'],
});

/** More than there are queues (mails, pushes, card provider, share images), so that all of them may hang and other jobs go on. */
export const CONCURRENCY = 6;

/** Delay before a worker that ended is restarted. */
const RESTART_MS = 1000;

export async function startWorker<Parts>(
  works: readonly Work<Parts>[],
  { parts, pool, log }: { parts: Parts; pool: Pool; log: FastifyBaseLogger },
): Promise<Worker> {
  const closing = new AbortController();
  const begin = () => beginRunner(works, { parts, pool, log });
  let runner: Runner | null = await begin();
  const running = keepRunning();
  // The job key deduplicates it between nodes that start together.
  for (const { name, atStart, queue } of works) {
    if (atStart) await pool.query('select graphile_worker.add_job($1, job_key => $1, queue_name => $2)', [name, queue]);
  }

  // The runner ends when it cannot store the outcome of a job, as during a database outage.
  async function keepRunning() {
    while (!closing.signal.aborted) {
      await runner?.promise.catch((error: unknown) => log.warn({ err: error }, 'the worker failed'));
      if (closing.signal.aborted) return;
      log.warn('the worker ended and is started again');
      await wait(RESTART_MS, undefined, { signal: closing.signal }).catch(() => {});
      runner = await begin().catch((error: unknown) => {
        log.warn({ err: error }, 'the worker could not be started again');
        return null;
      });
    }
    await runner?.stop();
  }

  return {
    close: async () => {
      closing.abort();
      // Stopping a runner that has ended rejects.
      await runner?.stop().catch(() => {});
      await running;
    },
  };
}

function beginRunner<Parts>(
  works: readonly Work<Parts>[],
  { parts, pool, log }: { parts: Parts; pool: Pool; log: FastifyBaseLogger },
): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList: Object.fromEntries(
      works.map(({ name, perform }) => [name, (given: unknown) => perform(parts, given).catch(failTellably)]),
    ),
    parsedCronItems: parseCronItems(works.flatMap(toCronItem)),
    // Batch delays would turn a failure to store outcomes into an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    events: eventsOf(log),
    logger: new Logger(() => (level, message, meta) => {
      if (meta?.failure) return;
      if (level === 'error') log.error({ worker: message }, 'jobs');
      else if (level === 'warning') log.warn({ worker: message }, 'jobs');
    }),
  });
}

/** The stored message must not contain values of statements. */
function failTellably(error: unknown): never {
  throw tellable(error);
}

/** `application_name` of a running worker's connection. */
export function nameOfWorker(id: string): string {
  return `bukuri-worker ${id}`;
}

/** The job key is the name, so that a failed run is replaced by the next. */
function toCronItem({ name, cron, queue }: Work<never>): CronItem[] {
  if (cron === undefined) return [];
  return [{ task: name, match: cron, options: { jobKey: name, ...(queue !== null && { queueName: queue }) } }];
}

/** Logs failures, and names the listening connection for `retryAbandonedJobs`. */
function eventsOf(log: FastifyBaseLogger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  const about = ({ id, task_identifier: name, attempts, max_attempts: of }: Found) => ({ job: name, id, attempts, of });
  events.on('job:success', ({ job }) => countJob(job.task_identifier, 'done'));
  events.on('job:error', ({ job, error }) => {
    countJob(job.task_identifier, job.attempts < job.max_attempts ? 'failed' : 'dead');
    if (job.attempts < job.max_attempts)
      log.warn({ ...about(job), err: error }, 'a job failed and will be tried again');
  });
  events.on('job:failed', ({ job, error }) => log.error({ ...about(job), err: error }, 'a job failed for good'));
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const onError = (error: unknown) => log.warn({ err: error }, 'a worker could not say its name');
    // After its LISTEN: a connection runs one statement at a time.
    client.once('drain', () => {
      client.query("select set_config('application_name', $1, false)", [nameOfWorker(workerPool.id)]).catch(onError);
    });
  });
  return events;
}
