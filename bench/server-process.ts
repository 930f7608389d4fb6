/** The measured server in a process of its own: tells its address, then its processor time whenever asked. */
import fastify from 'fastify';
import { createShop } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createLog } from '#server/kit/log.ts';
import { startShop } from '#server/start.ts';

/** Which server: the shop, or one that sends fixed bytes (base64). */
export type Role =
  | { role: 'shop'; url: string; cache: 'on' | 'off'; dataDir?: string }
  | { role: 'bytes'; bytes: string; type: string };

async function serve(role: Role): Promise<string> {
  if (role.role === 'shop') return serveShop(role);
  const bytes = Buffer.from(role.bytes, 'base64');
  const app = fastify();
  app.get('/*', (_request, reply) => reply.type(role.type).send(bytes));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

async function serveShop({ url, cache, dataDir }: Role & { role: 'shop' }): Promise<string> {
  const env = { PORT: '0', HOST: '127.0.0.1', ROLE: 'web', RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' };
  const config = loadConfig({ ...env, DATABASE_URL: url, CACHE: cache, ...(dataDir && { DATA_DIR: dataDir }) });
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const shop = await startShop({ config, log: createLog(config.logLevel), onFatal, makeApp: createShop });
  return shop.address ?? '';
}

process.on('message', async (message: Role | 'cpu') => {
  if (message === 'cpu') process.send?.(process.cpuUsage());
  else process.send?.(await serve(message));
});
