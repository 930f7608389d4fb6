/** Dependencies of features, created once per process by `create-deps.ts`; tests replace parts. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import type { ViewCounter } from './features/deals/deals.views.ts';
import type { RateFeed } from './gateways/exchange-rate/rate-feed.ts';
import type { Identities } from './gateways/identity/identity-provider.ts';
import type { Mail } from './gateways/mail/mail.ts';
import type { PaymentProvider } from './gateways/payments/provider.ts';
import type { Push } from './gateways/push/push.ts';
import type { Storage } from './gateways/storage/storage.ts';
import type { PublicCache } from './kit/cache/public-cache.ts';
import type { Db } from './kit/db/db.ts';
import type { Actors } from './kit/http/actor.ts';
import type { KnownDevices } from './kit/http/known-devices.ts';
import type { LoadShedder, WithReadSlot } from './kit/http/load-shedding.ts';
import type { ResponseCache } from './kit/http/response-cache.ts';
import type { Sessions } from './kit/http/sessions.ts';
import type { TillSessions } from './kit/http/till-sessions.ts';
import type { RateLimiter } from './kit/limits/rate-limit.ts';
import type { Metrics } from './kit/metrics/metrics.ts';
import type { Clock } from './kit/system-clock.ts';

export interface Deps {
  config: Config;
  pool: Pool;
  /** Single connection for readiness checks. */
  probe: Pool;
  db: Db;
  log: FastifyBaseLogger;
  clock: Clock;
  limiter: RateLimiter;
  /** Cache of public data. */
  cache: PublicCache;
  responses: ResponseCache;
  sessions: Sessions;
  tills: TillSessions;
  actors: Actors;
  knownDevices: KnownDevices;
  /** Load shedding of database queries. */
  dbConcurrencyLimit: LoadShedder;
  /** Concurrency limit of reads. */
  withReadSlot: WithReadSlot;
  views: ViewCounter;
  cards: PaymentProvider | null;
  mail: Mail;
  push: Push;
  identities: Identities;
  rateFeed: RateFeed | null;
  /** Uploaded files. */
  storage: Storage;
  metrics: Metrics | null;
  /** Key for signed tokens, the same on every node. */
  secret: string;
  /** Keys of what has to stay valid when `SESSION_SECRET` is rotated; generated once and kept in the table `installation`. */
  keys: { unsubscribe: string; vouchers: string };
  /** Aborted at the beginning of the shutdown: the readiness check fails. */
  closing: AbortController;
  /** Aborted when the sockets are closed: connections end with their next response. */
  leaving: AbortController;
  /** Whether unparsed JSON answers are validated too (tests). */
  checksAnswers: boolean;
}
