/** What a feature may be given. The composition root makes it once per process; tests make it with other parts. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import type { ViewCounter } from './features/deals/deals.views.ts';
import type { RateFeed } from './gateways/exchange-rate/rate-feed.ts';
import type { Identities } from './gateways/identity/identity-provider.ts';
import type { Mail } from './gateways/mail/mail.ts';
import type { PaymentProvider } from './gateways/payments/provider.ts';
import type { PublicCache } from './kit/cache/public-cache.ts';
import type { Db } from './kit/db/db.ts';
import type { Actors } from './kit/http/actor.ts';
import type { Browsers } from './kit/http/browsers.ts';
import type { LoadShedder, WithReadSlot } from './kit/http/load-shedding.ts';
import type { Sessions } from './kit/http/sessions.ts';
import type { RateLimiter } from './kit/limits/rate-limit.ts';
import type { Metrics } from './kit/metrics/metrics.ts';
import type { Clock } from './kit/system-clock.ts';

export interface Deps {
  config: Config;
  pool: Pool;
  /** One connection to see whether the database is well. */
  probe: Pool;
  db: Db;
  log: FastifyBaseLogger;
  clock: Clock;
  limiter: RateLimiter;
  /** What everybody sees of deals and categories. */
  cache: PublicCache;
  sessions: Sessions;
  actors: Actors;
  browsers: Browsers;
  /** Load shedding of database queries. */
  dbConcurrencyLimit: LoadShedder;
  /** Concurrency limit of reads. */
  withReadSlot: WithReadSlot;
  views: ViewCounter;
  /** Null where cards are off. */
  cards: PaymentProvider | null;
  mail: Mail;
  identities: Identities;
  /** Null where none is configured. */
  rateFeed: RateFeed | null;
  /** Null where nobody asked for them. */
  metrics: Metrics | null;
  /** Signs what leaves the shop and comes back: the same on every node. */
  secret: string;
  /** Aborted at the first sign of the end, so that no new visitor is sent here. */
  closing: AbortController;
  /** Aborted when no connection is accepted any more: those that are there end with their next answer. */
  leaving: AbortController;
  /** Whether also answers that pass unparsed are held against their shape: in tests. */
  checksAnswers: boolean;
}
