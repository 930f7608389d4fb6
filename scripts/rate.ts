/** `npm run rate`: shows the exchange rate and the last ten; `npm run rate -- 95.4` sets it, `--force` when it is far from the last. */
import { readRate } from '#core/domain/exchange-rate.ts';
import type { Config } from '#server/config.ts';
import { currentRate, FarRate, setRate } from '#server/features/exchange/exchange.service.ts';
import { listRates } from '#server/features/exchange/exchange.store.ts';
import type { Db } from '#server/kit/db/db.ts';
import { StartError } from '#server/kit/start-error.ts';
import { withDatabase } from './database.ts';

const SHOWN = 10;
const SOURCES = {
  admin: 'an administrator',
  configuration: 'the configuration',
  feed: 'the feed',
  sandbox: 'the sandbox, which made it up',
};

const FORCE = '--force';

export async function main(words: string[]): Promise<void> {
  const [rate, ...more] = words.filter((word) => word !== FORCE);
  if (more.length > 0 || (rate !== undefined && readRate(rate) === null)) {
    throw new StartError(
      'Say nothing, to see the rate, or lek for one dollar: 95.4 (1 to 10000, at most six decimals)',
    );
  }
  await withDatabase('bukuri-rate', async (db, config) => {
    const change = { config, allPerUsd: rate ?? '', adminId: null, isConfirmed: words.includes(FORCE) };
    if (rate !== undefined) await setRate(db, change).catch(explain);
    await show(db, config);
  });
}

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
      ? `1 USD = ${rate.allPerUsd} ALL, from ${SOURCES[rate.source]}${rate.takenAt ? `, ${ageOf(rate)} old` : ''}`
      : 'There is no rate, or none young enough: cards pause. Set one: npm run rate -- 95.4',
  );
  for (const { allPerUsd, source, takenAt } of await listRates(db, SHOWN)) {
    console.log(`    ${takenAt.toISOString()}  ${allPerUsd.padStart(12)}  ${SOURCES[source]}`);
  }
}

const ageOf = ({ ageSeconds }: { ageSeconds: number }) =>
  `${Math.floor(ageSeconds / 3_600)} h ${Math.floor((ageSeconds % 3_600) / 60)} min`;
