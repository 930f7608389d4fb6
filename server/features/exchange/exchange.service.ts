/** Exchange rate in lek per dollar. */
import { isNearRate, isWithin, type RateRange, readRate } from '#core/domain/exchange-rate.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/kit/audit.ts';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { AppError } from '#server/kit/http/errors.ts';
import type { Reading } from '#server/kit/metrics/tally.ts';
import {
  findGoodRates,
  findYoungRate,
  insertRate,
  isFeedDue,
  type LearntRate,
  listRates,
  lockRates,
  SANDBOX_ALL_PER_USD,
} from './exchange.store.ts';

/** A configured rate has no `takenAt` and age 0. */
export interface CurrentRate {
  allPerUsd: string;
  source: LearntRate['source'] | 'configuration' | 'sandbox';
  takenAt: Date | null;
  ageSeconds: number;
}

export interface RateParts {
  config: Pick<Deps['config'], 'exchangeRate' | 'cards'>;
}

/** Retry-After without a rate: the feed is requested hourly then. */
const PAUSE_S = 3_600;

/** The rate of an administrator, else the configuration, else the feed; null without a valid one. */
export async function currentRate(db: Db, { config }: RateParts): Promise<CurrentRate | null> {
  const { fixed, feed } = config.exchangeRate;
  const young = await findYoungRate(db);
  if (young?.source === 'admin') return young;
  if (fixed !== null) return configured(fixed);
  if (young) return young;
  return feed === null && config.cards?.kind === 'sandbox'
    ? { ...configured(SANDBOX_ALL_PER_USD), source: 'sandbox' }
    : null;
}

const configured = (allPerUsd: string): CurrentRate => ({
  allPerUsd,
  source: 'configuration',
  takenAt: null,
  ageSeconds: 0,
});

/** Throws 503 `payments.ratePaused` without a rate. */
export async function rateToCharge(db: Db, parts: RateParts): Promise<CurrentRate> {
  const rate = await currentRate(db, parts);
  if (rate === null) throw new AppError(503, 'payments.ratePaused', { retryAfter: PAUSE_S });
  return rate;
}

/** A rate more than 20 % from the last one, which needs confirmation. */
export class FarRate extends Error {
  readonly before: string;
  constructor(before: string) {
    super(`further than a fifth from ${before}`);
    this.name = 'FarRate';
    this.before = before;
  }
}

/** Sets the rate of an administrator. Throws RangeError when invalid or out of range, FarRate when unconfirmed. */
export async function setRate(
  db: Db,
  {
    config,
    allPerUsd,
    adminId,
    isConfirmed = false,
  }: {
    config: Pick<Deps['config'], 'exchangeRate' | 'rateRange'>;
    allPerUsd: string;
    adminId: string | null;
    isConfirmed?: boolean;
  },
): Promise<void> {
  const rate = readRate(allPerUsd);
  if (rate === null || !isWithin(config.rateRange, rate)) throw new RangeError(`not a rate: ${allPerUsd}`);
  // The default of the sandbox is not compared with.
  const [learnt] = await listRates(db, 1);
  const { allPerUsd: before } = (await currentRate(db, { config: { ...config, cards: null } })) ?? learnt ?? {};
  if (!isConfirmed && before !== undefined && !isNearRate(rate, before)) throw new FarRate(before);
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

type FeedParts = Pick<Deps, 'db' | 'log' | 'rateFeed'> & { config: Pick<Deps['config'], 'exchangeRate' | 'rateRange'> };

/** Requests the feed when it is due and no rate is configured. */
export async function fetchRate({ db, log, rateFeed, config }: FeedParts): Promise<void> {
  if (rateFeed === null || config.exchangeRate.fixed !== null || !(await isFeedDue(db))) return;
  const allPerUsd = await rateFeed.ask();
  const outcome = await keepFedRate(db, { allPerUsd, rateRange: config.rateRange });
  if (outcome === 'absurd')
    log.error(
      { allPerUsd },
      'the rate of the feed is far from the last good one, or no plausible one, and was refused',
    );
}

/** Stores a feed rate once per period; refuses one out of range or more than 20 % from the previous rates. */
export function keepFedRate(
  db: Db,
  { allPerUsd, rateRange }: { allPerUsd: string; rateRange: RateRange },
): Promise<'kept' | 'early' | 'absurd'> {
  return inTransaction(db, async (tx) => {
    await lockRates(tx);
    if (!(await isFeedDue(tx))) return 'early';
    const good = await findGoodRates(tx);
    const isNear = good.length === 0 || good.some((before) => isNearRate(allPerUsd, before));
    if (isNear && isWithin(rateRange, allPerUsd)) {
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

/** Metric: warns before card payments pause. */
export function rateAge({ db, ...parts }: RateParts & { db: Db }): Reading {
  return {
    name: 'bukuri_exchange_rate_age_seconds',
    help: 'Age of the rate that counts; 0 for one of the configuration, +Inf while there is none and cards pause.',
    read: async () => (await currentRate(db, parts))?.ageSeconds ?? Number.POSITIVE_INFINITY,
  };
}
