/** All environment variables with defaults, descriptions and the constraints between them. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { isWithin, readRate, readRateRange } from '#core/domain/exchange-rate.ts';
import { DEMO_DOMAIN, isDemoEmail } from '#core/domain/shop.ts';
import { isKeyPair, isVapidSubject } from './gateways/push/vapid.ts';
import { isLocalHost } from './kit/http/request-context.ts';

const onOff = z.enum(['on', 'off']);
const url = (protocol: RegExp) => z.url({ protocol });

const shapes = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3000)
    .describe('Port the shop listens on; 0 takes a free one.'),
  HOST: z.string().default('0.0.0.0').describe('Address the shop listens on.'),
  PUBLIC_URL: url(/^https?$/)
    .optional()
    .describe(
      'Public origin; by default http://localhost and the port. Used for links, the origin check and the name of the session cookie; requests for another host get 421.',
    ),
  DATA_DIR: z.string().default('./data').describe('Folder for the embedded database and everything else kept on disk.'),
  DATABASE_URL: url(/^postgres(ql)?$/)
    .optional()
    .describe('A PostgreSQL 15 or newer; without it the shop runs its own PostgreSQL in DATA_DIR.'),
  DATABASE_DIRECT_URL: url(/^postgres(ql)?$/)
    .optional()
    .describe('The same database without the transaction pooler of DATABASE_URL: for LISTEN, jobs and migrations.'),
  DATABASE_STATEMENTS: z
    .enum(['named', 'unnamed'])
    .optional()
    .describe(
      'Whether prepared statements are used; by default named, unnamed with DATABASE_DIRECT_URL. PgBouncer supports named ones from 1.21 on, with max_prepared_statements.',
    ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).describe('Maximum connections of one process.'),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('Whether this process serves requests (web), runs jobs (worker) or both.'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Secret of at least 32 characters, the same on every node. Generated and stored in the database when absent; required in production with DATABASE_URL.',
    ),
  ADMIN_EMAIL: z.email().optional().describe('E-mail of an administrator to create at start; needs ADMIN_PASSWORD.'),
  ADMIN_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe('Password of that administrator, at least 8 characters, not a common one.'),
  OPERATOR_NAME: z
    .string()
    .max(120)
    .optional()
    .describe('Full name of the operator for the footer and the legal texts; by default “the operator of this site”.'),
  OPERATOR_NIPT: z
    .string()
    .regex(/^[A-Z]\d{8}[A-Z]$/)
    .optional()
    .describe('NIPT of the operator, as L12345678A; needs OPERATOR_NAME.'),
  OPERATOR_ADDRESS: z.string().max(200).optional().describe('Postal address of the operator; needs OPERATOR_NAME.'),
  OPERATOR_CONTACT: z.email().optional().describe('Contact e-mail of the operator; needs OPERATOR_NAME.'),
  EXCHANGE_RATE_ALL_PER_USD: z
    .string()
    .refine((said) => readRate(said) !== null, 'give lek for one dollar, 1 to 10000, with at most six decimals')
    .optional()
    .describe('Fixed exchange rate in lek per dollar, such as 95.4; overrides the feed.'),
  EXCHANGE_RATE_RANGE: z
    .string()
    .refine((said) => readRateRange(said) !== null, 'give the lowest and the highest rate, such as 50-200')
    .default('50-200')
    .describe('Accepted rates in lek per dollar, lowest and highest; others are rejected as errors.'),
  EXCHANGE_RATE_URL: url(/^https?$/)
    .optional()
    .describe('Https URL of a JSON exchange rate feed, requested about once a day.'),
  EXCHANGE_RATE_PATH: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .default('rates.ALL')
    .describe('Path of the rate in that JSON, with dots.'),
  SEED: z
    .enum(['demo', 'none'])
    .optional()
    .describe('Whether an empty database gets the demo data; by default demo, none with DATABASE_URL.'),
  S3_ENDPOINT: url(/^https?$/)
    .optional()
    .describe(
      'URL of a bucket for uploaded files, such as https://s3.eu-central-1.amazonaws.com/bukuri; by default they are in DATA_DIR/media. Needs the next two.',
    ),
  S3_ACCESS_KEY_ID: z.string().min(1).max(200).optional().describe('Access key of that bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).max(200).optional().describe('Its secret.'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('auto')
    .describe('Region of the bucket; auto for stores without regions.'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/)
    .optional()
    .describe('Secret or restricted key of Stripe for card payments; needs the next two.'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional()
    .describe('Publishable key of the same account and mode.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^\s,]+(, *whsec_[^\s,]+)?$/)
    .optional()
    .describe('Signing secret of /api/webhooks/stripe; two, separated by a comma, during rotation.'),
  STRIPE_API_BASE: url(/^https?$/)
    .optional()
    .describe('Base URL of a local fake of the Stripe API, for tests.'),
  CARD_SANDBOX: onOff
    .optional()
    .describe(
      'Whether a sandbox accepts test cards instead of Stripe; by default on, for local visitors, without keys and with a local PUBLIC_URL; off elsewhere and in production with DATABASE_URL.',
    ),
  SMTP_URL: url(/^smtps?$/)
    .optional()
    .describe('SMTP server: smtp://host:587 or smtps://host:465, with user:password@ if needed; needs MAIL_FROM.'),
  MAIL_FROM: z.email().optional().describe('Sender address of e-mails.'),
  MAIL_SANDBOX: onOff
    .optional()
    .describe(
      'Whether e-mails are stored and shown at /sandbox/mail instead of being sent; by default on, for local visitors, without SMTP_URL and with a local PUBLIC_URL; off elsewhere and in production with DATABASE_URL. When set to on, anybody can read them.',
    ),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/)
    .optional()
    .describe(
      'Public key for push messages, base64url; needs the next one. Generated and stored in the database when absent; with another one all browsers have to subscribe again, which they do when the shop is opened.',
    ),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .describe('Private key of that pair.'),
  VAPID_SUBJECT: z
    .string()
    .refine(
      isVapidSubject,
      'give mailto: and an e-mail address, or an https URL, at a public domain (Apple refuses others)',
    )
    .optional()
    .describe('Contact for push services; by default OPERATOR_CONTACT, else PUBLIC_URL.'),
  PUSH_TEST_HOSTS: z
    .string()
    .refine(areLocalHosts, 'give addresses of this machine only, as 127.0.0.1:4002')
    .optional()
    .describe('Local fake push services, for tests.'),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional()
    .describe('Client ID for “Sign in with Google”.'),
  GOOGLE_ISSUER: url(/^https?$/)
    .optional()
    .describe('URL of a local fake issuer, for tests.'),
  APPLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional()
    .describe('Services ID for “Sign in with Apple”.'),
  APPLE_ISSUER: url(/^https?$/)
    .optional()
    .describe('URL of a local fake issuer, for tests.'),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe('Multiplies every rate limit, for load tests.'),
  TRUST_PROXY: z
    .string()
    .refine(isProxies, 'give off, a number from 1 to 99, or IP addresses (10.0.0.0/8,::1)')
    .default('off')
    .describe(
      'Proxies trusted with X-Forwarded-For: off, the number of proxies, or their addresses (a,b). Only behind a proxy that overwrites the header.',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Port of the Prometheus endpoint /metrics; by default off.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address of that port.'),
  ACCESS_LOG: onOff.default('off').describe('Whether requests are logged: method, route, status, time, request id.'),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(1).default(500).describe('Statements that take longer are logged.'),
  CACHE: onOff.default('on').describe('Caches of the public catalogue and pages; off for measurements.'),
  CACHE_STALE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(5000)
    .default(250)
    .describe('How long cached public answers may be served after a change, in ms; never what was hidden or deleted.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Minimum log level.'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('npm start sets production, which requires secrets with DATABASE_URL.'),
});

export const variables = shapes.superRefine((values, context) => {
  const all = [...constraints(values), ...bucketConstraints(values), ...pushConstraints(values)];
  for (const [name, isValid, message] of all) {
    if (!isValid) context.addIssue({ code: 'custom', path: [name], message });
  }
});

export type Values = z.infer<typeof shapes>;

type Constraint = [name: string, isValid: boolean, message: string];

/** Constraints between variables, and on URLs. */
function constraints(values: Values): Constraint[] {
  const { EXCHANGE_RATE_ALL_PER_USD: rate, EXCHANGE_RATE_RANGE: range } = values;
  const readRange = readRateRange(range);
  const site = urlOf(values.PUBLIC_URL);
  const feed = urlOf(values.EXCHANGE_RATE_URL);
  const smtp = urlOf(values.SMTP_URL);
  const keys = [values.STRIPE_SECRET_KEY, values.STRIPE_PUBLISHABLE_KEY, values.STRIPE_WEBHOOK_SECRET];
  const [secret, publishable] = keys.map((key) => key?.split('_')[1]);
  const hasDetails = values.OPERATOR_NIPT || values.OPERATOR_ADDRESS || values.OPERATOR_CONTACT;
  const isDemoAdmin = isDemoEmail(values.ADMIN_EMAIL?.toLowerCase() ?? '');
  return [
    ['ADMIN_EMAIL, ADMIN_PASSWORD', !values.ADMIN_EMAIL === !values.ADMIN_PASSWORD, 'give both or none'],
    ['OPERATOR_NAME', !hasDetails || !!values.OPERATOR_NAME, 'required with the other OPERATOR_ variables'],
    [
      'SESSION_SECRET',
      values.NODE_ENV !== 'production' || !values.DATABASE_URL || !!values.SESSION_SECRET,
      'required in production with DATABASE_URL',
    ],
    ['DATABASE_DIRECT_URL', !values.DATABASE_DIRECT_URL || !!values.DATABASE_URL, 'give it with DATABASE_URL only'],
    ['PUBLIC_URL', !site || site.href === `${site.origin}/`, 'give it without a path, a user, a query or a fragment'],
    [
      'ADMIN_EMAIL',
      isLocal(site) || !isDemoAdmin,
      `accounts of ${DEMO_DOMAIN} are disabled unless PUBLIC_URL is local`,
    ],
    [
      'EXCHANGE_RATE_ALL_PER_USD',
      !rate || !readRange || isWithin(readRange, rate),
      `give it within EXCHANGE_RATE_RANGE, which is ${range}`,
    ],
    ['EXCHANGE_RATE_URL', isLocal(feed) || feed?.protocol === 'https:', 'give an address that begins with https'],
    ['EXCHANGE_RATE_URL', !feed?.username && !feed?.password, 'give it without a user'],
    ['METRICS_PORT', !values.METRICS_PORT || values.METRICS_PORT !== values.PORT, 'give it another port than PORT'],
    [
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET',
      keys.every((key) => !key === !secret),
      'give all or none',
    ],
    [
      'STRIPE_PUBLISHABLE_KEY',
      !secret || !publishable || secret === publishable,
      'its mode (test or live) must be that of STRIPE_SECRET_KEY',
    ],
    [
      'CARD_SANDBOX',
      values.CARD_SANDBOX !== 'on' || keys.every((key) => !key),
      'give it without the keys of Stripe only',
    ],
    ['STRIPE_API_BASE', isLocal(urlOf(values.STRIPE_API_BASE)), 'give an address of this machine only'],
    ['SMTP_URL, MAIL_FROM', !values.SMTP_URL === !values.MAIL_FROM, 'give both or none'],
    [
      'SMTP_URL',
      !smtp || /^\/?$/.test(smtp.pathname + smtp.search + smtp.hash),
      'give it without a path, a query or a fragment',
    ],
    ['SMTP_URL', !smtp?.username === !smtp?.password, 'give a user and a password, or none'],
    ['SMTP_URL', isDecodable(`${smtp?.username}${smtp?.password}`), 'write a % of its user or password as %25'],
    ['MAIL_SANDBOX', values.MAIL_SANDBOX !== 'on' || !smtp, 'give it without SMTP_URL only'],
    ...issuerConstraints('GOOGLE', values.GOOGLE_ISSUER, values.GOOGLE_CLIENT_ID),
    ...issuerConstraints('APPLE', values.APPLE_ISSUER, values.APPLE_CLIENT_ID),
  ];
}

function bucketConstraints(values: Values): Constraint[] {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: secret } = values;
  const url = urlOf(endpoint);
  const isPlain = !url || (/^\/[\w.-]+\/?$/.test(url.pathname) && url.search + url.hash + url.username === '');
  return [
    ['S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY', !endpoint === !key && !key === !secret, 'give all or none'],
    ['S3_ENDPOINT', isPlain, 'give it with the bucket as its path, without a user, a query or a fragment'],
    ['S3_ENDPOINT', isLocal(url) || url?.protocol === 'https:', 'give an address that begins with https'],
  ];
}

/** Only local test issuers: an issuer can sign in to every account. */
function issuerConstraints(provider: string, issuer: string | undefined, clientId: string | undefined): Constraint[] {
  const name = `${provider}_ISSUER`;
  return [
    [name, isLocal(urlOf(issuer)), 'give an address of this machine only'],
    [name, urlOf(issuer)?.origin === issuer, 'give it without a path, a query or a fragment'],
    [name, !issuer || !!clientId, `give it with ${provider}_CLIENT_ID only`],
  ];
}

const urlOf = (value: string | undefined) => (value ? new URL(value) : undefined);
const isLocal = (url: URL | undefined) => !url || isLocalHost(url.hostname);

function pushConstraints({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Values): Constraint[] {
  const areKeys = publicKey && privateKey ? isKeyPair({ publicKey, privateKey }) : publicKey === privateKey;
  return [['VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY', areKeys, 'give both, of one pair, or none']];
}

function areLocalHosts(value: string): boolean {
  return value.split(',').every((host) => {
    const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
    return url?.host === host && isLocalHost(url.hostname);
  });
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

function isProxies(value: string): boolean {
  return /^(off|[1-9]\d?)$/.test(value) || value.split(',').every(isAddressOrNetwork);
}

function isAddressOrNetwork(value: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}
