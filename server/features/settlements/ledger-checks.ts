/** Checks of the ledger, every night: for monitoring and the overview of administrators. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { installation } from '#db/schema/oversight.ts';
import type { Db } from '#server/kit/db/db.ts';
import type { Readings } from '#server/kit/metrics/tally.ts';

/** The queries of a file, each below a line `-- name: …`. */
export function namedQueries(file: URL): { name: string; query: string }[] {
  const parts = readFileSync(file, 'utf8').split(/^-- name: /m);
  return parts.slice(1).map((part) => {
    const end = part.indexOf('\n');
    return { name: part.slice(0, end), query: part.slice(end).trimEnd().replace(/;$/, '') };
  });
}

export const ledgerChecks = namedQueries(new URL('./ledger-checks.sql', import.meta.url));

const KEPT_AS = 'ledger-checks';
const Outcome = z.object({ at: z.string(), broken: z.record(z.string(), z.int()) });

/** Counts the rows that break each check and keeps the counts for all nodes. */
export async function checkLedger(db: Db): Promise<Record<string, number>> {
  const broken: Record<string, number> = {};
  for (const { name, query } of ledgerChecks) {
    const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${sql.raw(query)}) b`);
    broken[name] = rows[0]?.count ?? 0;
  }
  const value = JSON.stringify({ at: new Date().toISOString(), broken });
  const row = { name: KEPT_AS, value };
  await db.insert(installation).values(row).onConflictDoUpdate({ target: installation.name, set: { value } });
  return broken;
}

async function lastOutcome(db: Db): Promise<z.infer<typeof Outcome> | null> {
  const [row] = await db.select().from(installation).where(sql`${installation.name} = ${KEPT_AS}`);
  return row ? Outcome.parse(JSON.parse(row.value)) : null;
}

/** When the ledger was checked last, and how many rows were wrong; null before the first night. */
export async function findLedgerCheck(db: Db): Promise<{ checkedAt: string; broken: number } | null> {
  const last = await lastOutcome(db);
  return last && { checkedAt: last.at, broken: Object.values(last.broken).reduce((sum, count) => sum + count, 0) };
}

export function ledgerMetric({ db }: { db: Db }): Readings {
  return {
    name: 'bukuri_ledger_broken',
    help: 'Rows that broke a rule of the ledger when it was checked last night, by rule.',
    readKinds: async () => (await lastOutcome(db))?.broken ?? {},
  };
}
