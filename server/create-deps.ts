/** Creates and closes the dependencies of a process. */
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { createViewCounter } from './features/deals/deals.views.ts';
import { rateAge } from './features/exchange/exchange.service.ts';
import { storeWebhookEvent } from './features/payments/payments.jobs.ts';
import { paymentsListed, paymentsWait } from './features/payments/payments.review.ts';
import { ledgerMetric } from './features/settlements/ledger-checks.ts';
import { unreadMessagesMetric } from './features/support/support.service.ts';
import { limits } from './features.ts';
import { createRateFeed } from './gateways/exchange-rate/rate-feed.ts';
import { openIdentities } from './gateways/identity/open-identities.ts';
import { openMail } from './gateways/mail/open-mail.ts';
import { openPaymentProvider } from './gateways/payments/open-provider.ts';
import type { ProviderEvent } from './gateways/payments/provider.ts';
import { openPush } from './gateways/push/open-push.ts';
import { newPrivateKey } from './gateways/push/vapid.ts';
import { openStorage } from './gateways/storage/open-storage.ts';
import { createPublicCache } from './kit/cache/public-cache.ts';
import { createDb, keptSecret, type Tx } from './kit/db/db.ts';
import { createPool, slowStatements } from './kit/db/pool.ts';
import { createActors } from './kit/http/actor.ts';
import { createKnownDevices } from './kit/http/known-devices.ts';
import { createDbLoadShedder, createReadLimiter } from './kit/http/load-shedding.ts';
import { securityHeaders } from './kit/http/on-request.ts';
import { createResponseCache } from './kit/http/response-cache.ts';
import { createSessions } from './kit/http/sessions.ts';
import { createTillSessions } from './kit/http/till-sessions.ts';
import { rateLimiter } from './kit/limits/rate-limit.ts';
import type { Measured, Metrics } from './kit/metrics/metrics.ts';
import { systemClock } from './kit/system-clock.ts';

/** Events of the payment sandbox are stored like webhooks. */
const storeEvent = (tx: Tx, event: ProviderEvent) => storeWebhookEvent(tx, 'sandbox', event);

const LISTENING = { application_name: 'bukuri-listen', connectionTimeoutMillis: 2_000, keepAlive: true };
const PROBE = { statementTimeoutMs: 1_000, connectionTimeoutMs: 1_000 };

/** The real dependencies, except those that are given. */
export async function createDeps(
  config: Config,
  { databaseUrl: url, log, ...given }: { databaseUrl: string; log: FastifyBaseLogger } & Partial<Deps>,
): Promise<Deps> {
  const onError = (error: Error) => log.warn({ reason: error.message }, 'a database connection broke');
  const pooling = { isPooled: config.databaseDirectUrl !== null, namedStatements: config.namedStatements };
  const connection = { connectionString: config.databaseDirectUrl ?? url, ...LISTENING };
  const patience = slowStatements(log, config.slowStatementMs);
  const pool = given.pool ?? createPool({ url, max: config.databasePool, ...pooling, onError, patience });
  const { clock = systemClock, db = createDb(pool) } = given;
  const dbConcurrencyLimit = given.dbConcurrencyLimit ?? createDbLoadShedder(config.databasePool);
  const isHttps = config.publicUrl.startsWith('https:');
  const sessions = given.sessions ?? createSessions({ pool, isHttps });
  const secret = given.secret ?? config.sessionSecret ?? (await keptSecret(pool, 'session-secret'));
  const actors = given.actors ?? createActors({ secret, sessions });
  const cache =
    given.cache ??
    createPublicCache({
      ...{ connection, channel: 'catalogue', enabled: config.cache, staleMs: config.cacheStaleMs, log, clock },
    });
  const withReadSlot =
    given.withReadSlot ??
    createReadLimiter({ scale: config.rateLimitScale, connections: config.databasePool, dbConcurrencyLimit, log });
  return {
    config,
    pool,
    probe: given.probe ?? createPool({ url, max: 1, name: 'bukuri-probe', ...pooling, ...PROBE, onError }),
    db,
    log,
    clock,
    limiter: given.limiter ?? rateLimiter(pool, { limits, scale: config.rateLimitScale, log, clock }),
    cache,
    dbConcurrencyLimit,
    withReadSlot,
    responses:
      given.responses ??
      createResponseCache({ cache, clock, withReadSlot, headers: securityHeaders(isHttps).api, isHttps }),
    sessions,
    tills: given.tills ?? createTillSessions({ pool, isHttps }),
    metrics:
      given.metrics ??
      (config.metrics &&
        (await measure({
          pool,
          cache,
          readings: readingsOf({ db, config, clock }),
        }))),
    rateFeed: given.rateFeed ?? (config.exchangeRate.feed && createRateFeed(config.exchangeRate.feed)),
    views: given.views ?? createViewCounter({ db, log, sessions, actors, clock }),
    cards: given.cards === undefined ? await openPaymentProvider(config.cards, { db, log, storeEvent }) : given.cards,
    mail: given.mail ?? (await openMail(config.mail, { db, replyTo: config.operator?.contact ?? null })),
    push: given.push ?? openPush({ privateKey: await vapidKey(config, pool), config, log }),
    identities: given.identities ?? (await openIdentities(config.identities, { clock, log })),
    storage: given.storage ?? (await openStorage(config)),
    secret,
    keys: await keysOf(pool),
    actors,
    knownDevices: given.knownDevices ?? createKnownDevices({ secret, isHttps }),
    closing: given.closing ?? new AbortController(),
    leaving: given.leaving ?? new AbortController(),
    checksAnswers: given.checksAnswers ?? false,
  };
}

function readingsOf({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): NonNullable<Measured['readings']> {
  const provider = config.cards?.kind ?? null;
  return [
    rateAge({ db, config }),
    paymentsWait({ db, provider }),
    paymentsListed({ db, provider, clock }),
    unreadMessagesMetric({ db }),
    ledgerMetric({ db }),
  ];
}

const keysOf = async (pool: Pool) => ({
  unsubscribe: await keptSecret(pool, 'unsubscribe-key'),
  vouchers: await keptSecret(pool, 'voucher-key'),
});

const vapidKey = async ({ push }: Config, pool: Pool) =>
  push.privateKey ?? keptSecret(pool, 'vapid-private-key', newPrivateKey);

async function measure(parts: Measured): Promise<Metrics> {
  const { createMetrics } = await import('./kit/metrics/metrics.ts');
  return createMetrics(parts);
}

export async function closeDeps({ limiter, cache, views, cards, pool, probe }: Deps): Promise<void> {
  await Promise.all([limiter.close(), cache.close(), views.close(), cards?.close()]);
  await Promise.all([pool.end(), probe.end()]);
}
