/** What watches the shop from outside asks here: is the process alive, may it get requests. */
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { pendingMigrations } from '#server/kit/db/migrate.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the first sign of the end: `/readyz` answers 503 so that no new visitor is sent here. */
    draining: boolean;
  }
}

/** `/healthz`: alive. `/readyz`: the database answers, knows every migration, and we are not closing. */
export function healthRoutes(app: FastifyInstance, { pool }: { pool: Pool }): void {
  app.decorate('draining', false);
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const status = app.draining ? 'closing' : await databaseStatus(pool);
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'ready' ? 200 : 503)
      .send({ status });
  });
}

async function databaseStatus(pool: Pool): Promise<'ready' | 'migrations missing' | 'database unreachable'> {
  try {
    return (await pendingMigrations(pool)).length === 0 ? 'ready' : 'migrations missing';
  } catch {
    return 'database unreachable';
  }
}
