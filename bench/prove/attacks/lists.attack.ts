import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { sorts } from '#core/contract/deals.ts';
import type { StartedShop } from '../started-shop.ts';
import { ask } from '../traffic.ts';
import { type Attack, must } from './attack.ts';

const CONNECTIONS = 10;
const MOST_MB = 100;
const MB = 1024 * 1024;

export const attack: Attack = {
  promise: `all lists that one can ask for, on all connections, cost PostgreSQL less than ${MOST_MB} MB`,
  env: { CACHE: 'off', DATABASE_POOL: String(CONNECTIONS), RATE_LIMIT_SCALE: '100000' },
  async run(shop) {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    await onAllConnections(shop, agent, '/api/categories');
    const before = await memoryOf(shop);
    let asked = 0;
    for (const path of lists()) {
      const next = await onAllConnections(shop, agent, path);
      asked += CONNECTIONS;
      if (next === undefined) continue;
      await onAllConnections(shop, agent, `${path}&cursor=${encodeURIComponent(next)}`);
      asked += CONNECTIONS;
    }
    agent.destroy();
    const after = await memoryOf(shop);
    const grown = after.bytes - before.bytes;
    must(after.connections >= CONNECTIONS, `only ${after.connections} connections were used`);
    must(grown < MOST_MB * MB, `PostgreSQL grew by ${Math.round(grown / MB)} MB`);
    return `${asked} lists on ${after.connections} connections, ${Math.round(grown / MB)} MB`;
  },
};

function lists(): string[] {
  const or = (name: string, values: readonly string[]) => ['', ...values.map((value) => `&${name}=${value}`)];
  const all = [
    or('city', ['all', 'durres']),
    or('category', ['hair', 'nails']),
    or('sort', sorts),
    or('limit', ['7', '50']),
    or('search', ['prerje', 'flok', 'qwertz']),
  ].reduce((paths, parts) => paths.flatMap((path) => parts.map((part) => path + part)), ['/api/deals?']);
  return [...all, '/api/deals/featured?', '/api/deals/featured?city=durres'];
}

/** The cursor of the next page, if there is one. */
async function onAllConnections({ origin }: StartedShop, agent: Agent, path: string): Promise<string | undefined> {
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(origin + path, { agent })));
  for (const { status } of answers) must(status === 200, `${path}: ${status}`);
  return answers[0]?.headers['x-next-cursor']?.toString();
}

/** What the processes behind the shop's connections hold for themselves alone. */
async function memoryOf({ pool }: StartedShop): Promise<{ connections: number; bytes: number }> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'bukuri' and datname = current_database()",
  );
  const kilobytes = rows.map(({ pid }) =>
    Number(/^Private_Dirty: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]),
  );
  return { connections: rows.length, bytes: 1024 * kilobytes.reduce((sum, each) => sum + each, 0) };
}
