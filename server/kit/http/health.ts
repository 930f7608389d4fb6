/** Liveness and readiness checks. */
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pendingMigrations } from '#server/kit/db/migrate.ts';
import { isSilence } from '#server/kit/db/pool.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { version } from '#server/kit/version.ts';

export interface HealthParts {
  /** A connection of its own, so that a busy pool does not look like an unavailable database. */
  probe: Pool;
  closing: AbortSignal;
  clock: Clock;
}

type DatabaseStatus = 'ready' | 'migrations missing' | 'database unreachable' | 'database does not answer';

/** How long the result of a readiness check is reused. */
const COUNTS_MS = 500;

/** `/healthz`: alive, and which version. `/readyz`: the database answers, knows every migration, and we are not closing. */
export function healthRoutes(app: FastifyInstance, { probe, closing, clock }: HealthParts): void {
  const ask = rarely(() => databaseStatus(probe), clock);
  app.get('/healthz', { config: { anyHost: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive', version }),
  );
  app.get('/readyz', { config: { anyHost: true } }, async (_request, reply) => {
    const status = closing.aborted ? 'closing' : await ask();
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'ready' ? 200 : 503)
      .send({ status });
  });
}

/** Shares one result between concurrent and close calls. */
function rarely<T>(ask: () => Promise<T>, clock: Clock): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (last && clock.elapsed() < until) return last;
    until = Number.POSITIVE_INFINITY;
    last = ask().finally(() => {
      until = clock.elapsed() + COUNTS_MS;
    });
    return last;
  };
}

async function databaseStatus(probe: Pool): Promise<DatabaseStatus> {
  try {
    return (await pendingMigrations(probe)).length === 0 ? 'ready' : 'migrations missing';
  } catch (error) {
    return isSilence(error) ? 'database does not answer' : 'database unreachable';
  }
}
