/** Answers as Stripe's interface does, on a port of this machine that only this process is told. */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/kit/db/db.ts';
import { inTransaction, sqlState } from '#server/kit/db/transaction.ts';
import { reasonOf } from '#server/kit/error-facts.ts';
import { answerOnce, type KeyedAnswer } from './sandbox-answers.ts';
import { type SandboxRoute, sandboxRoutes } from './sandbox-calls.ts';
import { faultsOf } from './sandbox-faults.ts';
import { newId } from './sandbox-objects.ts';
import { readParams } from './sandbox-params.ts';
import { failing, lockTimeout, noKey, noRoute, SandboxProblem, toAnswer } from './sandbox-problem.ts';

export interface SandboxServer {
  address: string;
  close: () => Promise<void>;
}

interface ServerParts {
  db: Db;
  /** What a request must show. */
  secretKey: string;
  /** Where the shop is. */
  origin: string;
  log: FastifyBaseLogger;
}

const MAX_BYTES = 64 * 1024;
const LOCK_TIMEOUT = '55P03';

export async function serveSandbox(parts: ServerParts): Promise<SandboxServer> {
  const server = createServer(async (request, response) => {
    const id = newId('req');
    try {
      await answer(request, response, { ...parts, id });
    } catch (error) {
      parts.log.error({ reason: reasonOf(error), request: id }, 'the card sandbox failed');
      send(response, { ...toAnswer(failing()), isReplayed: false }, { id });
    }
  });
  server.listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.unref();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ServerParts & { id: string },
): Promise<void> {
  const { db, id } = parts;
  const body = await bodyOf(request);
  const key = request.headers['idempotency-key']?.toString() ?? null;
  const { pathname, search } = new URL(request.url ?? '', 'http://sandbox');
  const route = sandboxRoutes.find(({ method, path }) => method === request.method && path.test(pathname));
  const due = route ? await faultsOf(db, route.call) : null;
  if (due === 'hang') return;
  const given =
    due === 'fail'
      ? { ...toAnswer(failing()), isReplayed: false }
      : await work(parts, {
          request,
          route,
          key,
          pathname,
          form: request.method === 'POST' ? body : search.slice(1),
          isBroken: due === 'break',
        });
  if (due === 'lose') response.destroy();
  else send(response, given, { id, key });
}

interface Work {
  request: IncomingMessage;
  route: SandboxRoute | undefined;
  key: string | null;
  pathname: string;
  /** What is asked, as a form. */
  form: string;
  isBroken: boolean;
}

async function work(
  { db, secretKey, origin }: ServerParts,
  { request, route, key, pathname, form, isBroken }: Work,
): Promise<KeyedAnswer> {
  try {
    if (!isKey(request.headers.authorization ?? '', secretKey)) throw noKey();
    if (!route) throw noRoute(request.method ?? '', pathname);
    const params = readParams(form, route.known);
    const [, id = ''] = route.path.exec(pathname) ?? [];
    return await inTransaction(db, async (tx) => {
      const run = async () => (isBroken ? toAnswer(failing()) : route.run(tx, { id, params, origin }));
      if (route.method === 'GET' || key === null) return { ...(await run()), isReplayed: false };
      return answerOnce(tx, { key, request: `${pathname}?${form}` }, run);
    });
  } catch (error) {
    const problem = sqlState(error) === LOCK_TIMEOUT ? lockTimeout() : error;
    return { ...toAnswer(problem), isReplayed: false };
  }
}

function isKey(authorization: string, secretKey: string): boolean {
  const [given, right] = [Buffer.from(authorization), Buffer.from(`Bearer ${secretKey}`)];
  return given.length === right.length && timingSafeEqual(given, right);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new SandboxProblem(413, { type: 'invalid_request_error', message: 'Too large.' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function send(
  response: ServerResponse,
  { status, body, isReplayed }: KeyedAnswer,
  { id, key = null }: { id: string; key?: string | null },
): void {
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'request-id': id,
      ...(key !== null && { 'idempotency-key': key }),
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    })
    .end(JSON.stringify(body, null, 2));
}
