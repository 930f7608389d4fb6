/** Every environment variable: its shape, its default and a sentence about it. Nothing else reads the environment. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Operator } from '#core/domain/operator.ts';
import { isLocalHost } from './kit/http/host.ts';
import { StartError } from './kit/start-error.ts';

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
  SEED: z
    .enum(['demo', 'none'])
    .optional()
    .describe(
      'Whether an empty database gets the demo shop; by default demo for the embedded one, none with DATABASE_URL.',
    ),
  RATE_LIMIT_SCALE: z.coerce
    .number()
    .min(0.01)
    .max(100_000)
    .default(1)
    .describe('Multiplies every rate limit, for load tests.'),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|[1-9]\d?|[0-9a-fA-F:.,/]+)$/)
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

/** The configuration of this process. */
export function readConfig(): Config {
  return loadConfig(process.env);
}

/** Reads the configuration or throws one message that names every bad variable. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const result = variables.safeParse(given);
  const problems = result.success
    ? disagreements(result.data)
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!result.success || problems.length > 0) {
    throw new StartError(`The configuration is wrong.\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
  return toConfig(result.data);
}

type Values = z.infer<typeof variables>;

function disagreements(values: Values): string[] {
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
  if (values.PUBLIC_URL && new URL(values.PUBLIC_URL).pathname !== '/') {
    problems.push('PUBLIC_URL: give it without a path');
  }
  if (values.METRICS_PORT && values.METRICS_PORT === values.PORT) {
    problems.push('METRICS_PORT: give it another port than PORT');
  }
  return problems;
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

function toTrustProxy(value: string): Config['trustProxy'] {
  if (value === 'off') return false;
  return /^\d+$/.test(value) ? Number(value) : value.split(',');
}
