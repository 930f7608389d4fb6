/** The limits of a deal as its form sets them. */
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { DealChange } from '#core/contract/own-deals.ts';
import { dealLimits } from '#db/schema/catalogue.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { AppError, invalidInput } from '#server/kit/http/errors.ts';
import { or } from './own-deals.rules.ts';

const NONE = { units: null, perPerson: null, newClientsOnly: false, bookingNeeded: false, useTimes: [] };
type Limits = Omit<typeof dealLimits.$inferSelect, 'dealId' | 'taken'>;

interface Limited {
  id: string;
  salonId: string | null;
  form: Partial<Pick<DealChange, keyof Limits>>;
}

/** Absent fields stay as they are. Returns what was and what is. A deal without limits has no row. */
export async function saveLimits(
  tx: Tx,
  { id, salonId, form }: Limited,
): Promise<{ before: Limits; after: ReturnType<typeof changesIn> | object }> {
  const after = changesIn(form);
  if (Object.values(after).every((value) => value === undefined)) return { before: NONE, after: {} };
  // Locked against orders, also those that insert an item without a lock: units sold before count too.
  await tx.execute(sql`select from deals where id = ${id} for update`);
  const [row] = await tx.select().from(dealLimits).where(eq(dealLimits.dealId, id)).for('no key update');
  const { dealId: _, taken: __, ...before } = row ?? { ...NONE, dealId: id, taken: 0 };
  const limits = { ...before, ...Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined)) };
  if (limits.perPerson !== null && limits.units !== null && limits.perPerson > limits.units)
    throw invalidInput({ perPerson: 'tooLarge' });
  if (limits.newClientsOnly && salonId === null) throw invalidInput({ newClientsOnly: 'needsSalon' });
  if (isDeepStrictEqual(limits, NONE)) await tx.delete(dealLimits).where(eq(dealLimits.dealId, id));
  else await write(tx, id, limits);
  return { before, after };
}

async function write(tx: Tx, dealId: string, limits: Limits): Promise<void> {
  const { rows } = await tx.execute<{ taken: number }>(sql`select deal_units_taken(${dealId}) as taken`);
  const taken = rows[0]?.taken ?? 0;
  if (limits.units !== null && limits.units < taken)
    throw new AppError(409, 'ownDeals.unitsTaken', { details: { taken }, values: { taken: String(taken) } });
  const values = { ...limits, taken };
  await tx
    .insert(dealLimits)
    .values({ dealId, ...values })
    .onConflictDoUpdate({ target: dealLimits.dealId, set: values });
}

function changesIn({ units, perPerson, newClientsOnly, bookingNeeded, useTimes }: Limited['form']) {
  return {
    units: or(units, null),
    perPerson: or(perPerson, null),
    newClientsOnly: or(newClientsOnly, false),
    bookingNeeded: or(bookingNeeded, false),
    useTimes: or(useTimes, []),
  };
}
