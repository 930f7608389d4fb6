/** While the shop listens, it is told what happens to its payments. */
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Db } from '#server/kit/db/db.ts';
import { sandboxSecret } from './open-sandbox.ts';
import { keepDelivering } from './sandbox-deliveries.ts';
import { postTo } from './sandbox-post.ts';

export interface TellingParts {
  pool: Pool;
  db: Db;
  log: FastifyBaseLogger;
  /** Where visitors ask for the shop. */
  origin: string;
}

export function tellShop(app: FastifyInstance, { pool, db, log, origin }: TellingParts): void {
  let deliveries: ReturnType<typeof keepDelivering> | undefined;
  app.addHook('onListen', async () => {
    const secret = await sandboxSecret(pool);
    const post = postTo(app.server.address() as AddressInfo, new URL(origin).host);
    deliveries = keepDelivering({ db, secret, post, log });
  });
  app.addHook('preClose', async () => deliveries?.close());
}
