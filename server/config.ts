/** The configuration, from the environment. Nothing else reads it. */
import { resolve } from 'node:path';
import { DEMO_DOMAIN, isDemoEmail } from '#core/domain/demo.ts';
import { isWithin, type RateRange, readRateRange } from '#core/domain/exchange-rate.ts';
import type { Operator } from '#core/domain/operator.ts';
import { isLocalHost } from './kit/http/request-context.ts';
import { StartError } from './kit/start-error.ts';
import { type Values, variables } from './variables.ts';

export interface Config {
  port: number;
  host: string;
  /** An origin: no path, no slash at the end. */
  publicUrl: string;
  /** Whether PUBLIC_URL was given; otherwise each request's own host counts as ours too. */
  isPublicUrlGiven: boolean;
  /** Whether only this machine is meant; elsewhere nobody signs in with a published password. */
  isPublicUrlLocal: boolean;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Where a connection is one's own, also when `databaseUrl` leads to a pooler; null where there is none. */
  databaseDirectUrl: string | null;
  namedStatements: boolean;
  databasePool: number;
  role: 'all' | 'web' | 'worker';
  /** Null: made once and kept in the database; `Deps.secret` is the one to use. */
  sessionSecret: string | null;
  admin: { email: string; password: string } | null;
  operator: Operator | null;
  /** Who charges cards; null: nobody does, and only cash is taken. */
  cards: StripeKeys | Sandbox | null;
  /** Who carries mails; null: nobody does, and none is sent. */
  mail: { kind: 'smtp'; url: string; from: string } | Sandbox | null;
  /** Who vouches for people, by the name that this shop has there; null where nobody does. */
  identities: { google: Party | null; apple: Party | null };
  /** Lek for a dollar as the operator says it, and who else can tell. */
  exchangeRate: { fixed: string | null; feed: { url: string; path: string } | null };
  /** Of whatever source a rate is, it lies between these. */
  rateRange: RateRange;
  seed: 'demo' | 'none';
  rateLimitScale: number;
  /** As Fastify takes it. */
  trustProxy: false | number | string[];
  /** Null: nothing is measured. */
  metrics: { port: number; host: string } | null;
  accessLog: boolean;
  slowStatementMs: number;
  cache: boolean;
  logLevel: string;
  production: boolean;
}

interface Party {
  clientId: string;
  /** Null: the real one. */
  issuer: string | null;
}

interface StripeKeys {
  kind: 'stripe';
  secretKey: string;
  publishableKey: string;
  /** Each counts. */
  webhookSecrets: string[];
  /** Null: Stripe itself. */
  apiBase: string | null;
}

/** The configuration of this process. */
export function readConfig(): Config {
  return loadConfig(process.env);
}

/** Reads the configuration or throws one message that names every bad variable. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = variables.safeParse(given);
  const problems = result.success
    ? validateConfigConstraints(result.data)
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!result.success || problems.length > 0) {
    throw new StartError(`The configuration is wrong.\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
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
    identities: {
      google: toParty(values.GOOGLE_CLIENT_ID, values.GOOGLE_ISSUER),
      apple: toParty(values.APPLE_CLIENT_ID, values.APPLE_ISSUER),
    },
    exchangeRate: toExchangeRate(values),
    rateRange: readRateRange(values.EXCHANGE_RATE_RANGE) ?? { from: 0, to: 0 },
    seed: values.SEED ?? (values.DATABASE_URL ? 'none' : 'demo'),
    rateLimitScale: values.RATE_LIMIT_SCALE,
    trustProxy: toTrustProxy(values.TRUST_PROXY),
    metrics: values.METRICS_PORT === undefined ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    accessLog: values.ACCESS_LOG === 'on',
    slowStatementMs: values.SLOW_STATEMENT_MS,
    cache: values.CACHE === 'on',
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

const toParty = (clientId: string | undefined, issuer: string | undefined) =>
  clientId === undefined ? null : { clientId, issuer: issuer ?? null };

interface Sandbox {
  kind: 'sandbox';
  /** Whether others than this machine may use it. */
  isForAll: boolean;
}

/** For all by name, else for this machine where nobody can take what it does for real. */
function sandboxOf(said: 'on' | 'off' | undefined, values: Values, isLocal: boolean): Sandbox | null {
  // Without PUBLIC_URL a server looks local too.
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

/** What variables that are right each for itself say against each other. */

export function validateConfigConstraints(values: Values): string[] {
  const problems: string[] = [];
  if ((values.ADMIN_EMAIL === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    problems.push('ADMIN_EMAIL, ADMIN_PASSWORD: give both or none');
  }
  if (!values.OPERATOR_NAME && (values.OPERATOR_NIPT || values.OPERATOR_ADDRESS || values.OPERATOR_CONTACT)) {
    problems.push('OPERATOR_NAME: give it with what else you say of the operator');
  }
  if (values.NODE_ENV === 'production' && values.DATABASE_URL && !values.SESSION_SECRET) {
    problems.push('SESSION_SECRET: required in production with DATABASE_URL');
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    problems.push('DATABASE_DIRECT_URL: give it with DATABASE_URL only');
  }
  problems.push(...cardProblems(values), ...mailProblems(values), ...identityProblems(values));
  const site = values.PUBLIC_URL ? new URL(values.PUBLIC_URL) : null;
  if (site && (site.pathname !== '/' || site.username || site.password || site.search || site.hash)) {
    problems.push('PUBLIC_URL: give it without a path, a user or anything behind the host and the port');
  }
  if (site && !isLocalHost(site.hostname) && isDemoEmail(values.ADMIN_EMAIL?.toLowerCase() ?? '')) {
    problems.push(`ADMIN_EMAIL: nobody of ${DEMO_DOMAIN} can sign in where PUBLIC_URL is not local`);
  }
  const { EXCHANGE_RATE_ALL_PER_USD: rate, EXCHANGE_RATE_RANGE: between } = values;
  const range = readRateRange(between);
  if (rate && range && !isWithin(range, rate)) {
    problems.push(`EXCHANGE_RATE_ALL_PER_USD: give it within EXCHANGE_RATE_RANGE, which is ${between}`);
  }
  const feed = values.EXCHANGE_RATE_URL ? new URL(values.EXCHANGE_RATE_URL) : null;
  if (feed && feed.protocol !== 'https:' && !isLocalHost(feed.hostname)) {
    problems.push('EXCHANGE_RATE_URL: give an address that begins with https');
  }
  if (feed && (feed.username || feed.password)) problems.push('EXCHANGE_RATE_URL: give it without a user');
  if (values.METRICS_PORT && values.METRICS_PORT === values.PORT) {
    problems.push('METRICS_PORT: give it another port than PORT');
  }
  return problems;
}

function cardProblems(values: Values): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook } = values;
  const given = [secret, publishable, webhook].filter((key) => key !== undefined).length;
  const problems: string[] = [];
  if (given !== 0 && given !== 3) {
    problems.push('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET: give all or none');
  }
  if (secret && publishable && modeOf(secret) !== modeOf(publishable)) {
    problems.push('STRIPE_PUBLISHABLE_KEY: give that of the mode of STRIPE_SECRET_KEY, test or live');
  }
  if (values.CARD_SANDBOX === 'on' && given !== 0) {
    problems.push('CARD_SANDBOX: give it without the keys of Stripe only');
  }
  const { STRIPE_API_BASE: base } = values;
  if (base && !isLocalHost(new URL(base).hostname)) {
    problems.push('STRIPE_API_BASE: give an address of this machine only');
  }
  return problems;
}

function mailProblems({ SMTP_URL: url, MAIL_FROM: from, MAIL_SANDBOX: sandbox }: Values): string[] {
  const problems: string[] = [];
  if ((url === undefined) !== (from === undefined)) problems.push('SMTP_URL, MAIL_FROM: give both or none');
  const server = url ? new URL(url) : null;
  if (server && (!/^\/?$/.test(server.pathname) || server.search || server.hash)) {
    problems.push('SMTP_URL: give it without anything behind the host and the port');
  }
  if (server && (server.username === '') !== (server.password === '')) {
    problems.push('SMTP_URL: give a user and a password, or none');
  }
  if (server && !isDecodable(server.username + server.password)) {
    problems.push('SMTP_URL: write a % of its user or password as %25');
  }
  if (server && sandbox === 'on') problems.push('MAIL_SANDBOX: give it without SMTP_URL only');
  return problems;
}

/** Whoever may say who somebody is opens every account. */
function identityProblems(values: Values): string[] {
  return (['GOOGLE', 'APPLE'] as const).flatMap((party) => {
    const issuer = values[`${party}_ISSUER`];
    if (!issuer) return [];
    const { hostname, origin } = new URL(issuer);
    return [
      ...(isLocalHost(hostname) ? [] : [`${party}_ISSUER: give an address of this machine only`]),
      ...(origin === issuer ? [] : [`${party}_ISSUER: give it without anything behind the host and the port`]),
      ...(values[`${party}_CLIENT_ID`] ? [] : [`${party}_ISSUER: give it with ${party}_CLIENT_ID only`]),
    ];
  });
}

function isDecodable(said: string): boolean {
  try {
    return decodeURIComponent(said) !== null;
  } catch {
    // A lone percent sign.
    return false;
  }
}

const modeOf = (key: string) => key.split('_')[1];
