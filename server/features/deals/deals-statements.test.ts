/** What anybody can ask of the list costs the database a bounded amount of memory per connection. */
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { deals, sorts } from '#core/contract/deals.ts';
import { seedDemo } from '#server/seed.ts';
import { startShop } from '#test/client.ts';
import { asSuperuser } from '#test/database.ts';
import { onServer } from '#test/postgres-server.ts';

const CONNECTIONS = 2;
const shop = await startShop({ config: { databasePool: CONNECTIONS, cache: false } });
await seedDemo(shop.db);
const MAY_MEASURE = `grant select on pg_backend_memory_contexts to public;
  grant execute on function pg_get_backend_memory_contexts() to public`;
await onServer(asSuperuser(shop.url), MAY_MEASURE);

/** Every kind of list there is, on every connection. */
async function askForEverything(): Promise<void> {
  const guest = shop.guest();
  for (const city of ['all', 'tirana']) {
    await guest(deals.featured, { query: { city } });
    for (const category of [undefined, 'hair']) {
      for (const sort of sorts) {
        for (const [limit, search] of [[12], [7], [12, 'flokë']] as const) {
          const near = sort === 'near' ? '41.331,19.815' : undefined;
          const query = { city, category, sort, near, limit: `${limit}`, search };
          const ask = () => guest.page(deals.list, { query });
          const pages = await Promise.all(Array.from({ length: CONNECTIONS }, ask));
          for (const { next } of pages) if (next) await guest.page(deals.list, { query: { ...query, cursor: next } });
        }
      }
    }
  }
}

test('all lists together keep a dozen statements and a few megabytes on a connection', async () => {
  await askForEverything();
  const clients: PoolClient[] = [];
  for (let i = 0; i < CONNECTIONS; i++) clients.push(await shop.pool.connect());
  const counts: number[] = [];
  for (const client of clients) {
    const named = await client.query<{ name: string }>('select name from pg_prepared_statements order by name');
    counts.push(named.rows.length);
    expect(named.rows.length, named.rows.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(12);
    const { rows } = await client.query('select sum(total_bytes)::int as bytes from pg_backend_memory_contexts');
    // Ten connections, as many as a process opens, then stay below a hundred megabytes.
    expect(rows[0].bytes).toBeLessThan(10_000_000);
  }
  for (const client of clients) client.release();
  // Which connection is given to whom is not ours to say.
  expect(Math.max(...counts)).toBeGreaterThan(3);
});
