/** The whole shop on a database of its own, and people who call it through the contract. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { v7 } from 'uuid';
import { afterAll } from 'vitest';
import { ApiError, type Caller, urlOf } from '#core/contract/call.ts';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { users } from '#db/schema.ts';
import { createApp } from '#server/app.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { closeDeps, createDeps, type Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type RecordingLog, recordingLog } from './log.ts';

/** Somebody by e-mail; who is not there yet is created with these rights. */
export interface Person {
  id?: string;
  email: string;
  role?: 'user' | 'admin';
  canPostDeals?: boolean;
}

/** A `call` of the contract through `app.inject`, carrying one browser's cookies. */
export type Client = Caller & {
  /** Any request at all, with the same cookies: for what the contract would not let one send. */
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
  cookies: Map<string, string>;
};

export interface Shop extends TestDatabase {
  app: FastifyInstance;
  deps: Deps;
  log: RecordingLog;
  /** A browser in which that person is signed in. */
  as(person: Person): Promise<Client>;
  /** A browser in which nobody is signed in. */
  guest(): Client;
  /** A second server process in miniature: its own pool, limiter and caches over the same database. */
  anotherNode(): Promise<Shop>;
  /** The address of a listening server, for tests that need sockets. */
  listen(): Promise<string>;
}

export interface ShopOptions {
  config?: Partial<Config>;
  /** The calls alone unless said otherwise. */
  makeApp?: (deps: Deps) => Promise<FastifyInstance>;
}

/** Call it at the top of a test file; everything is closed after the last test of the file. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const { url } = await testDatabase();
  return startOn(url, options);
}

async function startOn(url: string, options: ShopOptions): Promise<Shop> {
  const log = recordingLog();
  const config: Config = {
    ...loadConfig({ NODE_ENV: 'test', PORT: '0', SEED: 'none', RATE_LIMIT_SCALE: '1000' }),
    ...options.config,
  };
  const deps = await createDeps(config, { databaseUrl: url, log });
  const app = await (options.makeApp ?? createApp)(deps);
  await app.ready();
  await deps.catalogue.ready;
  afterAll(async () => {
    await app.close();
    await closeDeps(deps);
  });
  const { pool, db } = deps;
  return {
    url,
    pool,
    db,
    app,
    deps,
    log,
    as: (person) => signedIn(app, deps, person),
    guest: () => clientOf(app),
    anotherNode: () => startOn(url, options),
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
  };
}

async function signedIn(app: FastifyInstance, { db }: Deps, person: Person): Promise<Client> {
  const { id = v7(), email, role = 'user', canPostDeals = false } = person;
  await db.insert(users).values({ id, username: email, email, role, canPostDeals }).onConflictDoNothing();
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`nobody is called ${email}`);
  const session = await inTransaction(db, (tx) =>
    startSession(tx, { userId: user.id, rememberMe: false, replaces: null }),
  );
  const client = clientOf(app);
  client.cookies.set(app.sessionCookie.name, session.token);
  return client;
}

function clientOf(app: FastifyInstance): Client {
  const cookies = new Map<string, string>();
  const send = async (options: InjectOptions) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = cookie ? { cookie, ...options.headers } : { ...options.headers };
    const response = await app.inject({ ...options, headers });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const call = async (row: AnyEndpoint, input: { body?: unknown } = {}) => {
    const hasBody = input.body !== undefined;
    const response = await send({
      method: row.method,
      url: urlOf(row, input as never),
      headers: { 'sec-fetch-site': 'same-origin', ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      ...(hasBody ? { payload: JSON.stringify(input.body) } : {}),
    });
    if (response.statusCode >= 300) throw new ApiError(response.statusCode, response.body, response.statusMessage);
    return response.json();
  };
  return Object.assign(call as Caller, { send, cookies });
}

/** A session id as browsers make them. */
export function newSessionId(): string {
  return `session_${Date.now()}_${randomBytes(16).toString('hex')}`;
}
