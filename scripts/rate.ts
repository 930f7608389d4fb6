/**
 * `rate.ts` says what a dollar costs and since when, with the last ten rates; `rate.ts 95.4` sets it, as an administrator would,
 * and asks for `--force` where that is far from the last.
 */
import { readRate } from '#core/domain/exchange-rate.ts';
import { type Config, readConfig } from '#server/config.ts';
import { findDatabase } from '#server/database.ts';
import { currentRate, FarRate, setRate } from '#server/features/exchange/exchange.service.ts';
import { listRates } from '#server/features/exchange/exchange.store.ts';
import { createDb, type Db } from '#server/kit/db/db.ts';
import { createPool } from '#server/kit/db/pool.ts';
import { StartError } from '#server/kit/start-error.ts';

const SHOWN = 10;
const SOURCES = { admin: 'an administrator', configuration: 'the configuration', feed: 'the feed' };

const FORCE = '--force';

async function main(words: string[]): Promise<void> {
  const [said, ...more] = words.filter((word) => word !== FORCE);
  if (more.length > 0 || (said !== undefined && readRate(said) === null)) {
    throw new StartError(
      'Say nothing, to see the rate, or lek for one dollar: 95.4 (1 to 10000, at most six decimals)',
    );
  }
  const config = readConfig();
  const { url, stop } = await findDatabase(config);
  const pool = createPool({ url, name: 'bukuri-rate' });
  const db = createDb(pool);
  try {
    const set = { config, allPerUsd: said ?? '', adminId: null, isConfirmed: words.includes(FORCE) };
    if (said !== undefined) await setRate(db, set).catch(explain);
    await show(db, config);
  } finally {
    await pool.end();
    await stop?.();
  }
}

/** What whoever mistyped reads. */
function explain(error: unknown): never {
  if (error instanceof FarRate) {
    throw new StartError(
      `That is more than 20 % from the last good rate, ${error.before}. If the lek has really moved that far, say it again with ${FORCE}: npm run rate -- 130 ${FORCE}`,
    );
  }
  if (error instanceof RangeError) {
    throw new StartError('That is beyond EXCHANGE_RATE_RANGE, lek for one dollar, so nothing was changed.');
  }
  throw error;
}

async function show(db: Db, config: Config): Promise<void> {
  const rate = await currentRate(db, { config });
  console.log(
    rate
      ? `1 USD = ${rate.allPerUsd} ALL, from ${sourceOf(rate, config)}${rate.takenAt ? `, ${ageOf(rate)} old` : ''}`
      : 'There is no rate, or none young enough: cards pause. Set one: npm run rate -- 95.4',
  );
  const learnt = await listRates(db, SHOWN);
  for (const { allPerUsd, source, takenAt } of learnt) {
    console.log(`    ${takenAt.toISOString()}  ${allPerUsd.padStart(12)}  ${SOURCES[source]}`);
  }
}

/** What the sandbox made up was never configured. */
const sourceOf = ({ source }: { source: keyof typeof SOURCES }, { exchangeRate }: Config) =>
  source === 'configuration' && exchangeRate.fixed === null ? 'the sandbox, which made it up' : SOURCES[source];

const ageOf = ({ ageSeconds }: { ageSeconds: number }) =>
  `${Math.floor(ageSeconds / 3_600)} h ${Math.floor((ageSeconds % 3_600) / 60)} min`;

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
