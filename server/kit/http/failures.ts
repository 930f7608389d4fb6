/** Turns any error into `{ message, code }` in the reader's language, without internal details. */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE } from '#core/i18n/language.ts';
import { causesOf, reasonOf } from '#server/kit/error-facts.ts';
import { throttleLog } from '#server/kit/log.ts';
import { tally } from '#server/kit/metrics/tally.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { MAX_URL } from './body.ts';
import { AppError, busy, messageOf, type ProblemCode } from './errors.ts';
import { asksForPage, languageOfPages, sendProblemPage } from './problem-page.ts';
import { refusalLogger } from './security-event-log.ts';

// An `import` would load all that `node:http` exports, the WebSocket client included.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const countRefusal = tally({
  name: 'bukuri_refusals_total',
  help: 'Answers that refused, by code: limit.reached, accounts.badCredentials, server.busy, …',
  labels: ['code', 'route'],
});

const BY_STATUS: Record<number, ProblemCode> = {
  400: 'input.malformed',
  404: 'route.absent',
  405: 'route.absent',
  408: 'input.slow',
  413: 'input.tooLarge',
  414: 'input.tooLarge',
  415: 'input.type',
  431: 'input.tooLarge',
};
const BUSY_SQLSTATES = new Set(['57014', '55P03', '53300', '53200', '53100', '40001', '40P01', '25P03', '25006']);
const BUSY_ERRNOS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EMFILE',
  'ENFILE',
  'EHOSTUNREACH',
  'ENOENT',
  'ENOSPC',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver without a code. */
const BUSY_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|No answer within|Client has encountered a connection error)/;

const MAX_DRAINED_BYTES = 16 * 1024 ** 2;
const MAX_DRAINED_MS = 10_000;

export function answerFailures(app: FastifyInstance, parts: { log: FastifyBaseLogger; clock: Clock }): void {
  const note = refusalLogger(parts);
  const toProblem = problemsOf(parts.log);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request);
    note(problem.code, request);
    countRefusal(problem.code, request.routeOptions.url ?? 'none');
    if (problem.status !== 413 || request.raw.readableEnded || request.signal.aborted) {
      return refuse(problem, request, reply);
    }
    afterBody(request, () => void refuse(problem, request, reply));
  });
  app.setNotFoundHandler((request, reply) => refuse(new AppError(404, 'route.absent'), request, reply));
}

/**
 * Reads and drops the rest of a body before `answer`: to close the connection of a client that still sends would reset it,
 * and the client would never read the answer.
 */
function afterBody({ raw, signal }: FastifyRequest, answer: () => void): void {
  const ended = new AbortController();
  let bytes = 0;
  raw.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > MAX_DRAINED_BYTES) ended.abort();
  });
  raw.once('end', () => ended.abort());
  // Fastify aborts `signal` when the client is gone and at the time limit of the route, which must find the answer sent.
  const over = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(MAX_DRAINED_MS)]);
  if (over.aborted) answer();
  else over.addEventListener('abort', answer);
}

/** Sends an error answer; also for errors before routing (`frameworkErrors`). */
export function refuse(problem: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(problem.status).header('cache-control', 'no-store');
  // What is still on its way is not waited for.
  if (problem.status === 408) reply.header('connection', 'close');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfter))));
  if (asksForPage(request)) return sendProblemPage(problem, reply, languageOfPages(request));
  reply.type('application/json; charset=utf-8');
  // Where the router gave up, the request never learned its language.
  const language = request.language ?? DEFAULT_LANGUAGE;
  const { code, details = problem.status >= 500 ? { requestId: request.id } : undefined } = problem;
  return reply.send(JSON.stringify({ message: messageOf(problem, language), code, details }));
}

/** Maps a thrown error to an answer; unexpected errors are logged here, once. */
export function problemsOf(log: FastifyBaseLogger): (error: unknown, request: FastifyRequest) => AppError {
  const noteBusy = throttleLog<object>((facts, more) => log.warn({ ...facts, ...(more && { more }) }, 'busy'));
  const noteAway = throttleLog<object>((facts, more) => log.warn({ ...facts, ...(more && { more }) }, 'refused'));
  return (error, request) => {
    if (error instanceof AppError) {
      const { status, code } = error;
      if (status >= 500) noteAway(code, { requestId: request.id, code });
      return error;
    }
    // The code of a DOMException is a number.
    const { statusCode, code } = error as { statusCode?: number; code?: unknown };
    if (code === 'FST_ERR_HANDLER_TIMEOUT' && request.raw.complete === false) return new AppError(408, 'input.slow');
    if (isOfClosedAccount(error)) return new AppError(401, 'access.notAuthenticated');
    if (isBusy(error) || code === 'FST_ERR_HANDLER_TIMEOUT') {
      const reason = reasonOf(error);
      noteBusy(reason, { requestId: request.id, reason });
      return busy();
    }
    if (String(code).startsWith('FST_') && statusCode && statusCode < 500) {
      return new AppError(statusCode, BY_STATUS[statusCode] ?? 'input.malformed');
    }
    log.error({ requestId: request.id, method: request.method, route: request.routeOptions.url, err: error }, 'failed');
    return new AppError(500, 'server.failed');
  };
}

/** The account was closed after the session had been looked up. */
function isOfClosedAccount(error: unknown): boolean {
  for (const at of causesOf(error)) if ((at as { constraint?: string }).constraint === 'account_open') return true;
  return false;
}

/** Whether the database or the connection to it is overloaded, restarting or away, so that a retry makes sense. */
export function isBusy(error: unknown): boolean {
  for (const at of causesOf(error)) {
    if (at instanceof AppError) return at.code === 'server.busy';
    const code = String(at.code);
    if (BUSY_SQLSTATES.has(code) || BUSY_ERRNOS.has(code) || /^(08|57P)/.test(code)) return true;
    if (BUSY_MESSAGES.test(at.message ?? '')) return true;
  }
  return false;
}

interface BrokenRequest {
  code: string;
  /** Bytes at which the parser failed. */
  rawPacket?: unknown;
}

/** Answers requests the HTTP parser rejects as JSON on the socket, then closes it. */
export function answerClientError(headers: Record<string, string>, error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error);
  const code = BY_STATUS[status] ?? 'input.malformed';
  const body = JSON.stringify({ message: messageOf({ code }, DEFAULT_LANGUAGE), code });
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function statusOf({ code, rawPacket }: BrokenRequest): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  return Buffer.isBuffer(rawPacket) && startsWithLongAddress(rawPacket) ? 414 : 431;
}

function startsWithLongAddress(packet: Buffer): boolean {
  if (!/^[A-Z]+ \//.test(packet.toString('latin1', 0, 12))) return false;
  const lineEnd = packet.indexOf('\r\n');
  return lineEnd === -1 || lineEnd > MAX_URL;
}
