/** What the shop says to its database. */
import type { Pool, PoolClient } from 'pg';

/** The texts of the statements that are said during a auditEvent, in their order. */
export async function statementsOf(pool: Pool, auditEvent: () => Promise<unknown>): Promise<string[]> {
  const said: string[] = [];
  const silenced = new Map<PoolClient, () => void>();
  const listen = (client: PoolClient) => {
    if (silenced.has(client)) return;
    const { query } = client;
    silenced.set(client, () => Object.assign(client, { query }));
    const recorded = (...given: [string | { text: string }]) => {
      said.push(typeof given[0] === 'string' ? given[0] : given[0].text);
      return Reflect.apply(query, client, given);
    };
    Object.assign(client, { query: recorded });
  };
  pool.on('acquire', listen);
  await auditEvent();
  pool.off('acquire', listen);
  for (const silence of silenced.values()) silence();
  return said;
}
