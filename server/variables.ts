/** Every environment variable: its shape, its default and a sentence about it. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { readRate, readRateRange } from '#core/domain/exchange-rate.ts';

const onOff = z.enum(['on', 'off']);
const url = (protocol: RegExp) => z.url({ protocol });

/** The variables in the order the documentation lists them. */
export const variables = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3000)
    .describe('Port the shop listens on; 0 takes a free one.'),
  HOST: z.string().default('0.0.0.0').describe('Address the shop listens on; of a name its first.'),
  PUBLIC_URL: url(/^https?$/)
    .optional()
    .describe(
      'Address visitors see, without a path; by default http://localhost and the port. Links, the origin check of writes and the name of the session cookie come from it; who asks for another host gets 421.',
    ),
  DATA_DIR: z.string().default('./data').describe('Folder for the embedded database and everything else kept on disk.'),
  DATABASE_URL: url(/^postgres(ql)?$/)
    .optional()
    .describe('A PostgreSQL 15 or newer; without it the shop runs its own PostgreSQL in DATA_DIR.'),
  DATABASE_DIRECT_URL: url(/^postgres(ql)?$/)
    .optional()
    .describe(
      'The same database without the pooler that DATABASE_URL leads to, one that pools by transaction: for the connection that listens, for jobs and for migrations.',
    ),
  DATABASE_STATEMENTS: z
    .enum(['named', 'unnamed'])
    .optional()
    .describe(
      'Whether connections keep the plans of what is asked most; by default named, and unnamed with DATABASE_DIRECT_URL. PgBouncer keeps named statements from 1.21 on, with max_prepared_statements.',
    ),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10).describe('Most connections one process opens.'),
  ROLE: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('What this process does: answer requests (web), do the jobs (worker) or both.'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Secret of at least 32 characters, the same on every node. Made on the first start and kept in the database when absent; required in production with DATABASE_URL.',
    ),
  ADMIN_EMAIL: z.email().optional().describe('E-mail of an administrator to create at start; needs ADMIN_PASSWORD.'),
  ADMIN_PASSWORD: z
    .string()
    .min(8)
    .optional()
    .describe('Password of that administrator, at least 8 characters, not one that is easy to guess.'),
  OPERATOR_NAME: z
    .string()
    .max(120)
    .optional()
    .describe(
      'Who runs the shop, in full, for the foot of the pages and the legal texts; without it they say “the operator of this site”.',
    ),
  OPERATOR_NIPT: z
    .string()
    .regex(/^[A-Z]\d{8}[A-Z]$/)
    .optional()
    .describe('NIPT of the operator, as L12345678A; needs OPERATOR_NAME.'),
  OPERATOR_ADDRESS: z.string().max(200).optional().describe('Postal address of the operator; needs OPERATOR_NAME.'),
  OPERATOR_CONTACT: z
    .email()
    .optional()
    .describe('E-mail at which the operator answers, for orders and personal data too; needs OPERATOR_NAME.'),
  EXCHANGE_RATE_ALL_PER_USD: z
    .string()
    .refine((said) => readRate(said) !== null, 'give lek for one dollar, 1 to 10000, with at most six decimals')
    .optional()
    .describe(
      'What a dollar costs in lek, such as 95.4: cards are charged at it for as long as it is given, and no feed is asked.',
    ),
  EXCHANGE_RATE_RANGE: z
    .string()
    .refine((said) => readRateRange(said) !== null, 'give the lowest and the highest rate, such as 50-200')
    .default('50-200')
    .describe('Lek for one dollar, lowest and highest: what is beyond them is taken from nobody, for it is a mistake.'),
  EXCHANGE_RATE_URL: url(/^https?$/)
    .optional()
    .describe('Public https address that answers JSON with the price of a dollar in lek; asked about once a day.'),
  EXCHANGE_RATE_PATH: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .default('rates.ALL')
    .describe('Names that lead to the figure in that JSON, with a dot between them.'),
  SEED: z
    .enum(['demo', 'none'])
    .optional()
    .describe(
      'Whether an empty database gets the demo shop; by default demo for the embedded one, none with DATABASE_URL.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/)
    .optional()
    .describe('Secret or restricted key of Stripe, for payments by card; with it the next two.'),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional()
    .describe('Publishable key of the same account and mode; browsers get it.'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^\s,]+(, *whsec_[^\s,]+)?$/)
    .optional()
    .describe(
      'Signing secret of the endpoint /api/webhooks/stripe; two parted by a comma count both, while one replaces the other.',
    ),
  STRIPE_API_BASE: url(/^https?$/)
    .optional()
    .describe('Where Stripe is asked instead of at Stripe, on this machine: for tests.'),
  CARD_SANDBOX: onOff
    .optional()
    .describe(
      'Whether the payment sandbox takes test cards, without real money; by default on for this machine alone without keys where PUBLIC_URL is local, off elsewhere and in production with DATABASE_URL.',
    ),
  SMTP_URL: url(/^smtps?$/)
    .optional()
    .describe(
      'Mail server that carries our mails: smtp://host:587 or smtps://host:465, with user:password@ before the host where it wants them; with it MAIL_FROM.',
    ),
  MAIL_FROM: z
    .email()
    .optional()
    .describe('E-mail address that our mails come from, one for which that server may send.'),
  MAIL_SANDBOX: onOff
    .optional()
    .describe(
      'Whether mails are kept to be read at /sandbox/mail instead of being sent; by default on without SMTP_URL where PUBLIC_URL is local, and shown to this machine alone; off elsewhere and in production with DATABASE_URL. Where it is on by name anybody can read them.',
    ),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional()
    .describe('Client ID of a web client at Google, for “Sign in with Google”; browsers get it.'),
  GOOGLE_ISSUER: url(/^https?$/)
    .optional()
    .describe('Who is believed instead of Google, on this machine: for tests.'),
  APPLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional()
    .describe('Services ID at Apple, for “Sign in with Apple”; browsers get it.'),
  APPLE_ISSUER: url(/^https?$/)
    .optional()
    .describe('Who is believed instead of Apple, on this machine: for tests.'),
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
      'Which proxies may name the visitor in X-Forwarded-For: off, the number of proxies in front, or their addresses (a,b). Only switch it on behind a proxy that overwrites the header.',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('Port on which /metrics tells Prometheus how the shop is, apart from visitors; without it nothing does.'),
  METRICS_HOST: z.string().default('127.0.0.1').describe('Address of that port.'),
  ACCESS_LOG: onOff
    .default('off')
    .describe('Whether each request becomes a line of the log: method, route, status, time, request id.'),
  SLOW_STATEMENT_MS: z.coerce
    .number()
    .int()
    .min(1)
    .default(500)
    .describe('From how many milliseconds on a statement is named in the log.'),
  CACHE: onOff.default('on').describe('Our caches of the public catalogue and pages; off to measure without them.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least serious line that is logged.'),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('npm start sets production, which refuses defaults for secrets with DATABASE_URL.'),
});

export type Values = z.infer<typeof variables>;

function isProxies(value: string): boolean {
  return /^(off|[1-9]\d?)$/.test(value) || value.split(',').every(isAddressOrNetwork);
}

function isAddressOrNetwork(value: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}
