/** Environment variables and their defaults; docs/operations.md explains them. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { readRate, readRateRange } from '#core/domain/exchange-rate.ts';

const onOff = z.enum(['on', 'off']);
const url = (protocol: RegExp) => z.url({ protocol });

export const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: url(/^https?$/).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  DATABASE_DIRECT_URL: url(/^postgres(ql)?$/).optional(),
  DATABASE_STATEMENTS: z.enum(['named', 'unnamed']).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  SESSION_SECRET: z.string().min(32).optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  OPERATOR_NAME: z.string().max(120).optional(),
  OPERATOR_NIPT: z
    .string()
    .regex(/^[A-Z]\d{8}[A-Z]$/)
    .optional(),
  OPERATOR_ADDRESS: z.string().max(200).optional(),
  OPERATOR_CONTACT: z.email().optional(),
  EXCHANGE_RATE_ALL_PER_USD: z
    .string()
    .refine((said) => readRate(said) !== null, 'give lek for one dollar, 1 to 10000, with at most six decimals')
    .optional(),
  EXCHANGE_RATE_RANGE: z
    .string()
    .refine((said) => readRateRange(said) !== null, 'give the lowest and the highest rate, such as 50-200')
    .default('50-200'),
  EXCHANGE_RATE_URL: url(/^https?$/).optional(),
  EXCHANGE_RATE_PATH: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)*$/)
    .default('rates.ALL'),
  SEED: z.enum(['demo', 'none']).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/)
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/)
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[^\s,]+(, *whsec_[^\s,]+)?$/)
    .optional(),
  STRIPE_API_BASE: url(/^https?$/).optional(),
  CARD_SANDBOX: onOff.optional(),
  SMTP_URL: url(/^smtps?$/).optional(),
  MAIL_FROM: z.email().optional(),
  MAIL_SANDBOX: onOff.optional(),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional(),
  GOOGLE_ISSUER: url(/^https?$/).optional(),
  APPLE_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .optional(),
  APPLE_ISSUER: url(/^https?$/).optional(),
  RATE_LIMIT_SCALE: z.coerce.number().min(0.01).max(100_000).default(1),
  TRUST_PROXY: z
    .string()
    .refine(isProxies, 'give off, a number from 1 to 99, or IP addresses (10.0.0.0/8,::1)')
    .default('off'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ACCESS_LOG: onOff.default('off'),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(1).default(500),
  CACHE: onOff.default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
});

export type Values = z.infer<typeof variables>;

function isProxies(value: string): boolean {
  return /^(off|[1-9]\d?)$/.test(value) || value.split(',').every(isAddressOrNetwork);
}

function isAddressOrNetwork(value: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}
