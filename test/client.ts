/** The whole shop on a database of its own, and people who call it through the contract. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { v7 } from 'uuid';
import { afterAll } from 'vitest';
import { ApiError, type Caller, NEXT_CURSOR, payloadOf, urlOf } from '#core/contract/call.ts';
import type { AnswerOf, Endpoint, InputOf, PagedEndpoint } from '#core/contract/endpoint.ts';
import { users } from '#db/schema/users.ts';
import { createApp } from '#server/app.ts';
import { type Config, loadConfig } from '#server/config.ts';
import { closeDeps, createDeps } from '#server/create-deps.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/kit/db/transaction.ts';
import { BrokenAnswer } from '#server/kit/http/answer.ts';
import { startSession } from '#server/kit/http/sessions.ts';
import { type TestClock, testClock } from './clock.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import type { FakePaymentProvider } from './fake-payment-provider.ts';
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
  /** Like a call, for endpoints whose answer comes in pages. */
  page<Route extends PagedEndpoint>(
    endpoint: Route,
    input?: InputOf<Route>,
  ): Promise<{ items: AnswerOf<Route>; next: string | null }>;
  /** One page after the other, to the last. */
  pages<Route extends PagedEndpoint>(endpoint: Route, input: InputOf<Route>): AsyncGenerator<AnswerOf<Route>>;
  /** Any request at all, with the same cookies: for what the contract would not let one send. */
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
  cookies: Map<string, string>;
};

export interface Shop extends TestDatabase {
  app: FastifyInstance;
  deps: Deps;
  log: RecordingLog;
  /** Stands still until it is moved; both nodes of `anotherNode` look at the same. */
  clock: TestClock;
  /** A browser in which that person is signed in. */
  as(person: Person): Promise<Client>;
  /** A browser in which nobody is signed in. */
  guest(): Client;
  /** A second server process in miniature: its own pool, limiter and caches over the same database. */
  anotherNode(): Promise<Shop>;
  /** The address of a listening server, for tests that need sockets. */
  listen(): Promise<string>;
  /** Closes it before its time; every shop is closed after the last test. */
  close(): Promise<void>;
}

export interface ShopOptions {
  /** A database that is there already, instead of one of its own. */
  url?: string;
  config?: Partial<Config>;
  /** Parts to use instead of the real ones. */
  parts?: Partial<Deps>;
  /** The calls alone unless said otherwise. */
  makeApp?: (deps: Deps) => Promise<FastifyInstance>;
}

const NO_STAND_INS = { CARD_SANDBOX: 'off', MAIL_SANDBOX: 'off' };
/** The clock stands still: what may be served for a moment after a change would be served for ever. */
const NOTHING_STALE = { CACHE_STALE_MS: '0' };

/** Call it at the top of a test file; everything is closed after the last test of the file. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const url = options.url ?? (await testDatabase()).url;
  // Made when a file is uploaded.
  const dataDir = join(tmpdir(), `bukuri-test-${randomBytes(6).toString('hex')}`);
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  return startOn(url, { ...options, config: { dataDir, ...options.config } }, testClock());
}

async function startOn(url: string, options: ShopOptions, clock: TestClock): Promise<Shop> {
  const log = recordingLog();
  const config: Config = {
    ...loadConfig({
      NODE_ENV: 'test',
      PORT: '0',
      SEED: 'none',
      RATE_LIMIT_SCALE: '1000',
      ...NO_STAND_INS,
      ...NOTHING_STALE,
    }),
    ...options.config,
  };
  const deps = await createDeps(config, { databaseUrl: url, log, clock, checksAnswers: true, ...options.parts });
  // The fake payment provider stores its payments in the database of the shop.
  if (deps.cards && 'connect' in deps.cards) (deps.cards as FakePaymentProvider).connect(deps.db);
  const app = await (options.makeApp ?? createApp)(deps);
  const broken = brokenAnswersOf(app);
  await app.ready();
  await deps.cache.ready;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= app.close().then(() => closeDeps(deps));
    return closing;
  };
  afterAll(close);
  const { pool, db } = deps;
  return {
    url,
    pool,
    db,
    app,
    deps,
    log,
    clock,
    as: (person) => signedIn({ app, broken }, deps, person),
    guest: () => clientOf({ app, broken }),
    anotherNode: () => startOn(url, options, clock),
    close,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
  };
}

interface Answering {
  app: FastifyInstance;
  /** Answers that broke the contract and were not reported yet. */
  broken: BrokenAnswer[];
}

function brokenAnswersOf(app: FastifyInstance): BrokenAnswer[] {
  const broken: BrokenAnswer[] = [];
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof BrokenAnswer) broken.push(error);
  });
  return broken;
}

async function signedIn(answering: Answering, { db, sessions }: Deps, person: Person): Promise<Client> {
  const { id = v7(), email, role = 'user', canPostDeals = false } = person;
  await db.insert(users).values({ id, username: email, email, role, canPostDeals }).onConflictDoNothing();
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (!user) throw new Error(`nobody is called ${email}`);
  const session = await inTransaction(db, (tx) =>
    startSession(tx, { userId: user.id, rememberMe: false, replaces: null }),
  );
  const client = clientOf(answering);
  client.cookies.set(sessions.cookie.name, session.token);
  return client;
}

function clientOf({ app, broken }: Answering): Client {
  const cookies = new Map<string, string>();
  const send = async (options: InjectOptions) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = cookie ? { cookie, ...options.headers } : { ...options.headers };
    const response = await app.inject({ ...options, headers });
    const [error] = broken.splice(0);
    if (error) throw error;
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const request = async (endpoint: Endpoint, input: { body?: unknown } = {}) => {
    const { headers, payload } = await packed(endpoint, input.body);
    const url = urlOf(endpoint, input as never);
    const response = await send({
      method: endpoint.method,
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...payload,
    });
    if (response.statusCode >= 300) throw new ApiError(response.statusCode, response.body, response.statusMessage);
    return response;
  };
  const call = async (endpoint: Endpoint, input?: object) => {
    const response = await request(endpoint, input);
    if (!endpoint.fileTypes) return response.json();
    return new Blob([Uint8Array.from(response.rawPayload)], { type: String(response.headers['content-type']) });
  };
  const page: Client['page'] = async (endpoint, ...[input]) => {
    const response = await request(endpoint, input as object);
    return { items: response.json(), next: response.headers[NEXT_CURSOR]?.toString() ?? null };
  };
  const pages: Client['pages'] = async function* (endpoint, input) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const { items, next }: Awaited<ReturnType<typeof page>> = await page(endpoint, {
        ...input,
        query: { ...(input as { query?: object }).query, cursor },
      } as typeof input);
      yield items as never;
      cursor = next;
    }
  };
  return Object.assign(call as Caller, { page, pages, send, cookies });
}

/** A body as the bytes that a browser would send. */
async function packed(
  endpoint: Endpoint,
  body: unknown,
): Promise<{ headers: Record<string, string>; payload: object }> {
  const sent = new Request('http://shop.test', { method: 'POST', ...payloadOf(endpoint, body) });
  if (sent.body === null) return { headers: {}, payload: {} };
  return { headers: Object.fromEntries(sent.headers), payload: { payload: Buffer.from(await sent.arrayBuffer()) } };
}

/** A session id as browsers make them. */
export function newSessionId(): string {
  return `session_${Date.now()}_${randomBytes(16).toString('hex')}`;
}
