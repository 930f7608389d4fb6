/** Static files: hashed ones cached forever, images and fonts for a week, others revalidated. */
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, busy } from '#server/kit/http/errors.ts';
import { problemsOf, refuse } from '#server/kit/http/failures.ts';
import { throttleLog } from '#server/kit/log.ts';
import { clientFolder } from './site.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const WEEK = 'public, max-age=604800, stale-while-revalidate=2592000';

// Where it could not even look, for want of descriptors, the plugin says that there is no such file.
const UNREAD = 'a file of the build cannot be read';
const ABSENT = new AppError(404, 'route.absent');

/** Statuses passed on from the plugin; everything else answers 404. */
const REFUSED = new Set([412, 416]);

export async function staticFiles(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  root = fileURLToPath(clientFolder),
): Promise<void> {
  const entries = await readdir(root, { withFileTypes: true });
  const built = new Set((await readdir(root, { recursive: true })).map((name) => `/${name.replaceAll(sep, '/')}`));
  const noteUnread = throttleLog<object>((facts, more) => log.warn({ ...facts, ...(more && { more }) }, UNREAD));
  const answerMissing: Answer = (request, reply) => {
    const file = pathOf(request);
    if (!built.has(file)) return refuse(ABSENT, request, reply);
    noteUnread(file, { requestId: request.id, file });
    return refuse(busy(), request, reply);
  };
  const answerFileErrors = fileErrors(log, answerMissing);
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    // A file that is missing from one of these folders is no page.
    await app.register(
      async (scope) => {
        scope.setNotFoundHandler(answerMissing);
        scope.setErrorHandler(answerFileErrors);
        await scope.register(fastifyStatic, { ...serving(name === 'assets' ? FOREVER : WEEK), root: `${root}${name}` });
      },
      { prefix: `/${name}` },
    );
  }
  const packed = /(\.(br|gz)|^manifest\.json)$/;
  await app.register(async (scope) => {
    scope.setErrorHandler(answerFileErrors);
    await scope.register(fastifyStatic, { ...serving(WEEK), root, serve: false, decorateReply: true });
    for (const { name } of entries.filter((entry) => entry.isFile() && !packed.test(entry.name))) {
      scope.get(`/${name}`, (_request, reply) => reply.sendFile(name));
    }
  });
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

function fileErrors(log: FastifyBaseLogger, answerMissing: Answer) {
  const toProblem = problemsOf(log);
  return (error: FileError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { statusCode = 500, headers } = error;
    if (statusCode >= 500) return refuse(toProblem(error, request), request, reply);
    if (!REFUSED.has(statusCode)) return answerMissing(request, reply);
    return refuse(new AppError(statusCode, 'input.malformed'), request, reply.headers(headers ?? {}));
  };
}

const pathOf = ({ url }: FastifyRequest) => decodeURIComponent(url.split('?', 1)[0] ?? '');

/** An error of the plugin; `headers` hold Content-Range. */
type FileError = Error & { statusCode?: number; headers?: Record<string, string> };

const serving = (cacheControl: string): Omit<FastifyStaticOptions, 'root'> => ({
  decorateReply: false,
  index: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    const isWorker = path.includes('service-worker.js');
    // A deploy must reach it at once.
    reply.header('cache-control', isWorker ? 'no-cache' : cacheControl);
    if (isWorker) reply.header('content-security-policy', "default-src 'self'; frame-ancestors 'none'");
  },
});
