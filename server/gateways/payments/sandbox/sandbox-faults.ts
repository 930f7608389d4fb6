/** How the stand-in is told to fail. Tests and operators tell it; nobody can over the network. */
import { eq, inArray, sql } from 'drizzle-orm';
import { sandboxFaults } from '#db/schema/sandbox.ts';
import type { Db } from '#server/kit/db/db.ts';

const CALLS = ['create', 'change', 'cancel', 'confirm', 'find', 'refund', 'list'] as const;
const OF_CALLS = ['hang', 'fail', 'break', 'lose'] as const;
const OTHERS = ['slow card', 'slow refund', 'duplicate', 'delay', 'shuffle', 'drop'] as const;

/** What may be asked of it. */
export type SandboxCall = (typeof CALLS)[number];
type OfCalls = (typeof OF_CALLS)[number];

/**
 * With how often still, or `delay` with how many milliseconds. Of calls: answer 500 without doing it (`fail`), and each time
 * again to that key, as Stripe does (`break`), never answer, do it and lose the answer; each of all calls or of one (`lose refund`). Of what becomes of a card or of money that goes back: it stays under
 * way until `settle…` says how it ended. Of events: told twice, later, in any order, never.
 */
export type FaultName = OfCalls | `${OfCalls} ${SandboxCall}` | (typeof OTHERS)[number];

export function isFault(name: string): name is FaultName {
  const ofCalls = OF_CALLS.flatMap((fault) => [fault, ...CALLS.map((call) => `${fault} ${call}`)]);
  return [...ofCalls, ...OTHERS].includes(name);
}

export async function setFault(db: Db, name: FaultName, value: number): Promise<void> {
  await db
    .insert(sandboxFaults)
    .values({ name, value })
    .onConflictDoUpdate({ target: sandboxFaults.name, set: { value } });
}

export async function clearFaults(db: Db): Promise<void> {
  await db.delete(sandboxFaults);
}

export async function listFaults(db: Db): Promise<{ name: string; value: unknown }[]> {
  return db.select().from(sandboxFaults).orderBy(sandboxFaults.name);
}

/** Whether one of them is due, once for each time it was told to. */
export async function takeFault(db: Db, ...names: FaultName[]): Promise<boolean> {
  const value = sql<number>`(${sandboxFaults.value} #>> '{}')::int`;
  const due = db
    .select({ name: sandboxFaults.name })
    .from(sandboxFaults)
    .where(sql`${inArray(sandboxFaults.name, names)} and ${value} > 0`)
    .limit(1);
  const taken = await db
    .update(sandboxFaults)
    .set({ value: sql`to_jsonb(${value} - 1)` })
    .where(sql`${sandboxFaults.name} = (${due}) and ${value} > 0`)
    .returning({ name: sandboxFaults.name });
  return taken.length > 0;
}

/** What a fault says that lasts. */
export async function faultValue(db: Db, name: FaultName): Promise<number> {
  const [row] = await db.select({ value: sandboxFaults.value }).from(sandboxFaults).where(eq(sandboxFaults.name, name));
  return Number(row?.value ?? 0);
}

/** What goes wrong with this call. */
export async function faultsOf(db: Db, call: SandboxCall): Promise<OfCalls | null> {
  if ((await listFaults(db)).length === 0) return null;
  for (const fault of OF_CALLS) {
    if (await takeFault(db, fault, `${fault} ${call}`)) return fault;
  }
  return null;
}
