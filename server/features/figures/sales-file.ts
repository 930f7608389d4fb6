/** The sales of a salon as a CSV file. */
import { sql } from 'drizzle-orm';
import { partsInTirane } from '#core/domain/calendar-day.ts';
import { dayBefore } from '#core/domain/day-before.ts';
import { shownCode, type VoucherState } from '#core/domain/vouchers.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import { type CsvColumn, csvOf } from '#server/kit/csv.ts';
import type { Db } from '#server/kit/db/db.ts';
import { FileStream } from '#server/kit/http/answer.ts';
import { isKept, priceOf, type Scope, startOf, unitsOf } from './figures.store.ts';

/** Rows of one statement, which are all that is in memory. */
const BATCH = 1000;

interface Row {
  createdAt: string;
  redeemedAt: string | null;
  /** The last two characters while it is open, as in the list of vouchers. */
  code: string;
  title: string;
  titleEn: string | null;
  isCard: boolean;
  state: VoucherState;
  price: number;
  sold: number;
  takings: number;
  /** Where the next batch begins: JSON has no microseconds. */
  key: string;
  id: string;
}

/** @param days - of which the sums are those of the figures; null for everything */
export function salesFile(
  db: Db,
  { scope, days, now, language }: { scope: Scope; days: number | null; now: number; language: Language },
): FileStream {
  const from = days === null ? null : dayBefore(now, days - 1);
  const name = `bukuri-${allWords[language].words['figures.file']}-${from ?? dayBefore(now, 0)}.csv`;
  return new FileStream({ name, type: 'text/csv', pieces: csvOf(columnsIn(language), batches(db, { scope, from })) });
}

async function* batches(db: Db, { scope, from }: { scope: Scope; from: string | null }): AsyncGenerator<Row[]> {
  const since = from === null ? sql`'-infinity'::timestamptz` : startOf(from);
  for (let last: Row | undefined, found = BATCH; found === BATCH; ) {
    const isBehind = last ? sql`(v.created_at, v.id) < (${last.key}::timestamptz, ${last.id}::uuid)` : sql`true`;
    const { rows } = await db.execute<{ row: Row }>(sql`
      with page as (
        select id from (${unitsOf(scope, {
          columns: sql`v.id, v.created_at`,
          where: sql`(v.created_at >= ${since} or v.redeemed_at >= ${since}) and ${isBehind}`,
        })}) sold order by created_at desc, id desc limit ${BATCH}
      )
      select json_build_object('createdAt', v.created_at, 'redeemedAt', v.redeemed_at,
        'code', case v.status when 'open' then right(v.code, 2) else v.code end, 'title', i.title, 'titleEn', i.title_en,
        'isCard', v.cash_due is null, 'state', voucher_shown(v), 'price', trim_scale(i.price),
        'sold', case when v.created_at >= ${since} and ${isKept} then 1 else 0 end,
        'takings', case when v.redeemed_at >= ${since} and ${isKept} then trim_scale(${priceOf}) else 0 end,
        'key', v.created_at::text, 'id', v.id) as row
      from page join vouchers v using (id) join order_items i on i.order_id = v.order_id and i.position = v.position
      order by v.created_at desc, v.id desc`);
    yield rows.map(({ row }) => row);
    found = rows.length;
    last = rows.at(-1)?.row;
  }
}

function columnsIn(language: Language): CsvColumn<Row>[] {
  const { words } = allWords[language];
  return [
    { header: words['figures.csv.soldAt'], value: ({ createdAt }) => timeOf(createdAt) },
    { header: words['figures.csv.redeemedAt'], value: ({ redeemedAt }) => redeemedAt && timeOf(redeemedAt) },
    { header: words['figures.csv.code'], value: ({ code }) => (code.length > 2 ? shownCode(code) : `··${code}`) },
    { header: words['figures.csv.deal'], value: ({ title, titleEn }) => (language === 'en' && titleEn) || title },
    { header: words['figures.csv.method'], value: ({ isCard }) => words[`money.method.${isCard ? 'card' : 'cash'}`] },
    { header: words['figures.csv.state'], value: ({ state }) => words[`sales.voucher.${state}`] },
    { header: words['figures.csv.price'], value: ({ price }) => price },
    { header: words['figures.csv.sold'], value: ({ sold }) => sold },
    { header: words['figures.csv.takings'], value: ({ takings }) => takings },
  ];
}

/** As spreadsheets read it: `2026-11-28 09:05`. */
function timeOf(instant: string): string {
  const { year, month, day, hour, minute } = partsInTirane(Date.parse(instant));
  return `${year}-${month}-${day} ${hour}:${minute}`;
}
