/** Original prices that were raised, which makes a discount look larger: in the queue of reports for administrators. */
import { sql } from 'drizzle-orm';
import { PRICE_RAISED } from '#core/contract/deal-reports.ts';
import { toLek } from '#core/domain/money.ts';
import { formatLek } from '#core/i18n/format.ts';
import { dealReports } from '#db/schema/conversation.ts';
import type { Tx } from '#server/kit/db/db.ts';

/** Qindarka. */
interface Prices {
  price: number;
  originalPrice: number | null;
}

interface Raise {
  from: number;
  to: number;
}

/** What a price is compared with: the original one, or the price where there was none. */
const fullPrice = ({ price, originalPrice }: Prices) => originalPrice ?? price;

/** Of a change: the original price rises by more than 10 % while the price does not, or a cut follows within 30 days. */
export async function flagChange(
  tx: Tx,
  { id, lineId, before, after }: { id: string; lineId: string | null; before: Prices; after: Prices },
): Promise<void> {
  const raise = { from: fullPrice(before), to: after.originalPrice ?? 0 };
  const isRaised = raise.to > raise.from * 1.1 && after.price <= before.price;
  if (isRaised) await flag(tx, id, raise);
  else if (after.price < before.price && lineId !== null) {
    const earlier = await findRaise(tx, { id, lineId });
    if (earlier) await flag(tx, id, earlier);
  }
}

/** Of a copy: its original price is higher than that of its source. */
export async function flagCopy(tx: Tx, { id, of, copy }: { id: string; of: Prices; copy: Prices }): Promise<void> {
  const raise = { from: fullPrice(of), to: copy.originalPrice ?? 0 };
  if (raise.to > raise.from) await flag(tx, id, raise);
}

/** The latest rise of a deal's original price in the last 30 days. */
async function findRaise(tx: Tx, { id, lineId }: { id: string; lineId: string }): Promise<Raise | null> {
  const { rows } = await tx.execute<{ from: number; to: number }>(sql`
    select (before * 100)::float8 as from, (original_price * 100)::float8 as to from (
      select valid_from, original_price, lag(coalesce(original_price, price)) over (order by valid_from) as before
      from deal_prices where line_id = ${lineId} and deal_id = ${id}) p
    where valid_from > now() - interval '30 days' and original_price > before * 1.1 order by valid_from desc limit 1`);
  return rows[0] ?? null;
}

/** One row per deal. Prices that an administrator dismissed are not reported again. */
async function flag(tx: Tx, dealId: string, { from, to }: Raise): Promise<void> {
  const text = [from, to].map((price) => formatLek(toLek(price), 'sq')).join(' → ');
  const open = { text, createdAt: sql`now()`, decision: null, decidedAt: null, decidedBy: null };
  await tx
    .insert(dealReports)
    .values({ dealId, reporter: PRICE_RAISED, reason: PRICE_RAISED, text })
    .onConflictDoUpdate({
      target: [dealReports.dealId, dealReports.reporter],
      set: open,
      setWhere: sql`${dealReports.text} is distinct from excluded.text`,
    });
}
