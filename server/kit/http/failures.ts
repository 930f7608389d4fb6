/** Turns whatever went wrong into `{ message, code }` in the reader's language; never tells what happened inside. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE } from '#core/i18n/language.ts';
import { MAX_URL } from './decoder.ts';
import { AppError, messageOf, type ProblemCode } from './errors.ts';
import { securityLog } from './security-log.ts';

/** Answers a GET outside /api that no route knows, such as by the page that says so. */
export type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => unknown;

declare module 'fastify' {
  interface FastifyInstance {
    /** The pages room puts its 404 page here. */
    notFoundPage: NotFoundPage | null;
  }
}

const BUSY_RETRY = 2;
const BY_STATUS: Record<number, ProblemCode> = {
  400: 'input.malformed',
  404: 'route.absent',
  405: 'route.absent',
  413: 'input.tooLarge',
  414: 'input.tooLarge',
  415: 'input.type',
  431: 'input.tooLarge',
};
const BUSY_SQLSTATES = new Set(['57014', '55P03', '53300', '53200', '40001', '40P01', '25P03']);
const BUSY_ERRNOS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

export function answerFailures(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.decorate('notFoundPage', null);
  const note = securityLog(log);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request, log);
    note(problem.code, request);
    return refuse(problem, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      request.url !== '/api';
    if (isPage && app.notFoundPage) {
      app.limiter.count('requests', request.ip);
      if ((request.query as { search?: string }).search) app.limiter.count('searches', request.ip);
      return app.notFoundPage(request, reply);
    }
    return refuse(new AppError(404, 'route.absent'), request, reply);
  });
}

/** Sends a refusal; also for errors that Fastify meets before any route (`frameworkErrors`). */
export function refuse(problem: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(problem.status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfter))));
  const body = { message: messageOf(problem.code, request.language, problem.values), code: problem.code };
  return reply.send(JSON.stringify(problem.details === undefined ? body : { ...body, details: problem.details }));
}

/** What a thrown thing means to the caller; the unexpected is logged here, once. */
export function toProblem(error: unknown, request: FastifyRequest, log: FastifyBaseLogger): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (isBusy(error)) {
    log.warn({ requestId: request.id, reason: code ?? (error as Error).message }, 'busy');
    return new AppError(503, 'server.busy', { retryAfter: BUSY_RETRY });
  }
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) {
    return new AppError(statusCode, BY_STATUS[statusCode] ?? 'input.malformed');
  }
  log.error({ requestId: request.id, method: request.method, route: request.routeOptions.url, err: error }, 'failed');
  return new AppError(500, 'server.failed', { details: { requestId: request.id } });
}

/** The database or the way to it is overloaded, restarting or away: trying again helps. */
function isBusy(error: unknown): boolean {
  const { code, cause, message } = error as { code?: string; cause?: unknown; message?: string };
  if (code && (BUSY_SQLSTATES.has(code) || BUSY_ERRNOS.has(code) || /^(08|57P)/.test(code))) return true;
  if (message && /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(message))
    return true;
  return cause !== undefined && cause !== error && cause !== null && isBusy(cause);
}

interface BrokenRequest {
  code: string;
  /** The bytes at which the parser gave up. */
  rawPacket?: unknown;
}

/** Requests so broken that they never become one: answered as JSON on the bare socket, then closed. */
export function answerClientError(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error);
  const code = BY_STATUS[status] ?? 'input.malformed';
  const body = JSON.stringify({ message: messageOf(code, DEFAULT_LANGUAGE), code });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
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
