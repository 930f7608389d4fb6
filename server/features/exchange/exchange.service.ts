/** What a dollar costs in lek. */
import { isNearRate, readRate } from '#core/domain/exchange-rate.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { SANDBOX_ALL_PER_USD } from './exchange.rules.ts';
import { findGoodRates, findYoungRate, insertRate, isFeedDue, lockRates } from './exchange.store.ts';

/** The rate that counts. One of the configuration was taken at no moment and does not age. */
export interface CurrentRate {
  allPerUsd: string;
  source: 'admin' | 'configuration' | 'feed';
  takenAt: Date | null;
  ageSeconds: number;
}

export interface RateParts {
  config: Pick<Deps['config'], 'exchangeRate' | 'cards'>;
}

/** After how long it makes sense to ask again for a rate that there is not: the feed is asked every hour then. */
const PAUSE_S = 3_600;

/** An administrator's, else the configuration's, else the feed's; null when nobody said one that is young enough. */
export async function currentRate(db: Db, { config }: RateParts): Promise<CurrentRate | null> {
  const { fixed, feed } = config.exchangeRate;
  const young = await findYoungRate(db);
  if (young?.source === 'admin') return young;
  if (fixed !== null) return configured(fixed);
  if (young) return young;
  return feed === null && config.cards?.kind === 'sandbox' ? configured(SANDBOX_ALL_PER_USD) : null;
}

const configured = (allPerUsd: string): CurrentRate => ({
  allPerUsd,
  source: 'configuration',
  takenAt: null,
  ageSeconds: 0,
});

/** The rate that counts; without one no card is charged. */
export async function rateToCharge(db: Db, parts: RateParts): Promise<CurrentRate> {
  const rate = await currentRate(db, parts);
  if (rate === null) throw new AppError(503, 'payments.ratePaused', { retryAfter: PAUSE_S });
  return rate;
}

/** Says what a dollar costs, instead of configuration and feed. Throws RangeError on what is no rate. */
export async function setRate(
  db: Db,
  { allPerUsd, adminId }: { allPerUsd: string; adminId: string | null },
): Promise<void> {
  const rate = readRate(allPerUsd);
  if (rate === null) throw new RangeError(`not a rate: ${allPerUsd}`);
  await inTransaction(db, async (tx) => {
    const id = await insertRate(tx, { allPerUsd: rate, source: 'admin' });
    const detail = { allPerUsd: rate };
    await writeAudit(tx, {
      actorId: adminId,
      action: 'exchange.setRate',
      subject: 'exchangeRate',
      subjectId: id,
      detail,
    });
  });
}

type FeedParts = RateParts & Pick<Deps, 'db' | 'log' | 'rateFeed'>;

/** Asks the feed, if there is one, it counts and it is time. */
export async function fetchRate({ db, log, rateFeed, config }: FeedParts): Promise<void> {
  if (rateFeed === null || config.exchangeRate.fixed !== null || !(await isFeedDue(db))) return;
  const allPerUsd = await rateFeed.ask();
  const outcome = await keepFedRate(db, allPerUsd);
  if (outcome === 'absurd')
    log.error({ allPerUsd }, 'the rate of the feed is far from the last good one and was refused');
}

/** Keeps what the feed told: once in its time, and not what is further than a fifth from what was good before. */
export function keepFedRate(db: Db, allPerUsd: string): Promise<'kept' | 'early' | 'absurd'> {
  return inTransaction(db, async (tx) => {
    await lockRates(tx);
    if (!(await isFeedDue(tx))) return 'early';
    const good = await findGoodRates(tx);
    if (good.length === 0 || good.some((before) => isNearRate(allPerUsd, before))) {
      await insertRate(tx, { allPerUsd, source: 'feed' });
      return 'kept';
    }
    const detail = { allPerUsd, good };
    await writeAudit(tx, {
      actorId: null,
      action: 'exchange.refuse',
      subject: 'exchangeRate',
      subjectId: 'feed',
      detail,
    });
    return 'absurd';
  });
}
