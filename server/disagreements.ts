/** What variables that are right each for itself say against each other. */

import { isWithin, readRateRange } from '#core/domain/exchange-rate.ts';
import { DEMO_DOMAIN, isDemoEmail } from '#core/domain/shop.ts';
import { isLocalHost } from './kit/http/host.ts';
import type { Values } from './variables.ts';

export function disagreements(values: Values): string[] {
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
