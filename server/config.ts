/** Configuration from environment variables. */
import { resolve } from 'node:path';
import { type RateRange, readRateRange } from '#core/domain/exchange-rate.ts';
import type { Operator } from '#core/domain/shop.ts';
import { defaultSubject } from './gateways/push/vapid.ts';
import type { S3Config } from './gateways/storage/s3.ts';
import { isLocalHost } from './kit/http/request-context.ts';
import { StartError } from './kit/start-error.ts';
import { type Values, variables } from './variables.ts';

export interface Config {
  port: number;
  host: string;
  /** An origin without a trailing slash. */
  publicUrl: string;
  /** Without PUBLIC_URL the host of each request is accepted. */
  isPublicUrlGiven: boolean;
  /** Elsewhere the demo accounts are disabled. */
  isPublicUrlLocal: boolean;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Bypasses the transaction pooler; null without one. */
  databaseDirectUrl: string | null;
  namedStatements: boolean;
  databasePool: number;
  role: 'all' | 'web' | 'worker';
  /** Null: generated and stored in the database; use `Deps.secret`. */
  sessionSecret: string | null;
  admin: { email: string; password: string } | null;
  operator: Operator | null;
  /** Null: cash only. */
  cards: StripeKeys | Sandbox | null;
  /** Null: no e-mails are sent. */
  mail: { kind: 'smtp'; url: string; from: string } | Sandbox | null;
  push: PushConfig;
  identities: { google: IdentityProvider | null; apple: IdentityProvider | null };
  /** Lek per dollar. */
  exchangeRate: { fixed: string | null; feed: { url: string; path: string } | null };
  /** Accepted rates of any source. */
  rateRange: RateRange;
  /** Null: uploaded files are stored in `dataDir`. */
  s3: S3Config | null;
  seed: 'demo' | 'none';
  rateLimitScale: number;
  /** Option of Fastify. */
  trustProxy: false | number | string[];
  metrics: { port: number; host: string } | null;
  accessLog: boolean;
  slowStatementMs: number;
  cache: boolean;
  /** How long a cached answer may be served after a change. */
  cacheStaleMs: number;
  logLevel: string;
  production: boolean;
}

interface PushConfig {
  /** Base64url. Null: generated and stored in the database. */
  privateKey: string | null;
  /** Contact for push services, `mailto:` or an https URL. */
  subject: string;
  /** Such as `127.0.0.1:4002`. */
  testHosts: string[];
}

interface IdentityProvider {
  clientId: string;
  /** Null: the provider itself. */
  issuer: string | null;
}

interface StripeKeys {
  kind: 'stripe';
  secretKey: string;
  publishableKey: string;
  /** Several during rotation. */
  webhookSecrets: string[];
  /** Null: Stripe itself. */
  apiBase: string | null;
}

export function readConfig(): Config {
  return loadConfig(process.env);
}

/** Throws StartError with all invalid variables. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = variables.safeParse(given);
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
    throw new StartError(`The configuration is wrong.\n${problems.join('\n')}`);
  }
  return toConfig(result.data);
}

function toConfig(values: Values): Config {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = values;
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: publicUrl.origin,
    isPublicUrlGiven: values.PUBLIC_URL !== undefined,
    isPublicUrlLocal: isLocalHost(publicUrl.hostname),
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? null,
    namedStatements: (values.DATABASE_STATEMENTS ?? (values.DATABASE_DIRECT_URL ? 'unnamed' : 'named')) === 'named',
    databasePool: values.DATABASE_POOL,
    role: values.ROLE,
    sessionSecret: values.SESSION_SECRET ?? null,
    admin: email && password ? { email: email.toLowerCase(), password } : null,
    operator: toOperator(values),
    cards: toCards(values, isLocalHost(publicUrl.hostname)),
    mail: toMail(values, isLocalHost(publicUrl.hostname)),
    push: {
      privateKey: values.VAPID_PRIVATE_KEY ?? null,
      subject:
        values.VAPID_SUBJECT ?? defaultSubject({ contact: values.OPERATOR_CONTACT, publicUrl: publicUrl.origin }),
      testHosts: values.PUSH_TEST_HOSTS?.split(',') ?? [],
    },
    identities: {
      google: toProvider(values.GOOGLE_CLIENT_ID, values.GOOGLE_ISSUER),
      apple: toProvider(values.APPLE_CLIENT_ID, values.APPLE_ISSUER),
    },
    exchangeRate: toExchangeRate(values),
    rateRange: readRateRange(values.EXCHANGE_RATE_RANGE) ?? { from: 0, to: 0 },
    s3: toS3(values),
    seed: values.SEED ?? (values.DATABASE_URL ? 'none' : 'demo'),
    rateLimitScale: values.RATE_LIMIT_SCALE,
    trustProxy: toTrustProxy(values.TRUST_PROXY),
    metrics: values.METRICS_PORT === undefined ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    accessLog: values.ACCESS_LOG === 'on',
    slowStatementMs: values.SLOW_STATEMENT_MS,
    cache: values.CACHE === 'on',
    cacheStaleMs: values.CACHE_STALE_MS,
    logLevel: values.LOG_LEVEL,
    production: values.NODE_ENV === 'production',
  };
}

function toOperator(values: Values): Operator | null {
  if (!values.OPERATOR_NAME) return null;
  return {
    name: values.OPERATOR_NAME,
    nipt: values.OPERATOR_NIPT ?? null,
    address: values.OPERATOR_ADDRESS ?? null,
    contact: values.OPERATOR_CONTACT ?? null,
  };
}

function toCards(values: Values, isLocal: boolean): Config['cards'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values;
  if (secretKey && publishableKey) {
    const webhookSecrets = (values.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim());
    return { kind: 'stripe', secretKey, publishableKey, webhookSecrets, apiBase: values.STRIPE_API_BASE ?? null };
  }
  return sandboxOf(values.CARD_SANDBOX, values, isLocal);
}

function toMail(values: Values, isLocal: boolean): Config['mail'] {
  const { SMTP_URL: url, MAIL_FROM: from } = values;
  if (url && from) return { kind: 'smtp', url, from };
  return sandboxOf(values.MAIL_SANDBOX, values, isLocal);
}

function toS3(values: Values): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!endpoint || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, region: values.S3_REGION, accessKeyId, secretAccessKey };
}

const toProvider = (clientId: string | undefined, issuer: string | undefined) =>
  clientId === undefined ? null : { clientId, issuer: issuer ?? null };

interface Sandbox {
  kind: 'sandbox';
  /** Whether remote visitors may use it. */
  isForAll: boolean;
}

/** On for everybody when set; by default on for local visitors of a local, non-production shop. */
function sandboxOf(said: 'on' | 'off' | undefined, values: Values, isLocal: boolean): Sandbox | null {
  // A server without PUBLIC_URL looks local too.
  const isServer = values.NODE_ENV === 'production' && values.DATABASE_URL !== undefined;
  const isOn = said ? said === 'on' : isLocal && !isServer;
  return isOn ? { kind: 'sandbox', isForAll: said === 'on' } : null;
}

function toExchangeRate(values: Values): Config['exchangeRate'] {
  const { EXCHANGE_RATE_ALL_PER_USD: fixed = null, EXCHANGE_RATE_URL: url, EXCHANGE_RATE_PATH: path } = values;
  return { fixed, feed: url === undefined ? null : { url, path } };
}

function toTrustProxy(value: string): Config['trustProxy'] {
  if (value === 'off') return false;
  return /^\d+$/.test(value) ? Number(value) : value.split(',');
}
