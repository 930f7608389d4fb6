/** The measured server in a process of its own: tells its address, then its processor time whenever asked. */
import fastify from 'fastify';
import { Pool } from 'pg';
import { createApp, createShop } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createLog } from '#server/kit/log.ts';
import { startShop } from '#server/start.ts';

/** Which server: ours, one that sends fixed bytes, or one that selects rows and writes JSON. */
export type Role =
  | { role: 'shop'; url: string; cache: 'on' | 'off'; pages?: boolean }
  | { role: 'bytes'; bytes: string }
  | { role: 'select'; url: string; text: string; values: unknown[] };

const numeric = ['price', 'originalPrice', 'rating'];

async function serve(role: Role): Promise<string> {
  if (role.role === 'shop') return serveShop(role);
  const app = fastify();
  app.get('/api/deals', role.role === 'bytes' ? sendBytes(role.bytes) : selectRows(role));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function serveShop({ url, cache, pages }: Role & { role: 'shop' }): Promise<string> {
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    CACHE: cache,
    ROLE: 'web',
    RATE_LIMIT_SCALE: '100000',
  };
  const config = loadConfig({ ...env, LOG_LEVEL: 'warn' });
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const shop = await startShop({
    config,
    log: createLog(config.logLevel),
    onFatal,
    makeApp: pages ? createShop : createApp,
  });
  return shop.address ?? '';
}

function sendBytes(bytes: string) {
  return (_request: unknown, reply: { type: (type: string) => { send: (bytes: string) => unknown } }) =>
    reply.type('application/json; charset=utf-8').send(bytes);
}

function selectRows({ url, text, values }: Role & { role: 'select' }) {
  const pool = new Pool({ connectionString: url, max: 10 });
  return async (_request: unknown, reply: { type: (type: string) => unknown }) => {
    const { rows } = await pool.query({ name: 'rows', text, values });
    for (const row of rows) for (const name of numeric) row[name] = row[name] === null ? null : Number(row[name]);
    reply.type('application/json; charset=utf-8');
    return JSON.stringify(rows);
  };
}

process.on('message', async (message: Role | 'cpu') => {
  if (message === 'cpu') process.send?.(process.cpuUsage());
  else process.send?.(await serve(message));
});
