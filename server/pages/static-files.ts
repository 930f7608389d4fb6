/** The files of the build: hashed ones may be kept for ever, pictures and fonts for a week, the rest asks again. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { AppError } from '#server/kit/http/errors.ts';
import { problemsOf, refuse } from '#server/kit/http/failures.ts';
import { clientFolder } from './site.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const WEEK = 'public, max-age=604800, stale-while-revalidate=2592000';

const ABSENT = new AppError(404, 'route.absent');

/** Such as a folder asked for as if it were a file. */
const isRefusal = (error: unknown) => Number((error as { statusCode?: number }).statusCode) < 500;

export async function staticFiles(app: FastifyInstance, log: FastifyBaseLogger): Promise<void> {
  const root = fileURLToPath(clientFolder);
  const toProblem = problemsOf(log);
  const entries = await readdir(root, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    // A file that is missing from one of these folders is no page.
    await app.register(
      async (scope) => {
        scope.setNotFoundHandler((request, reply) => refuse(ABSENT, request, reply));
        scope.setErrorHandler((error, request, reply) =>
          refuse(isRefusal(error) ? ABSENT : toProblem(error, request), request, reply),
        );
        await scope.register(fastifyStatic, { ...serving(name === 'assets' ? FOREVER : WEEK), root: `${root}${name}` });
      },
      { prefix: `/${name}` },
    );
  }
  await app.register(fastifyStatic, { ...serving(WEEK), root, serve: false, decorateReply: true });
  const packed = /(\.(br|gz)|^manifest\.json)$/;
  for (const { name } of entries.filter((entry) => entry.isFile() && !packed.test(entry.name))) {
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  }
}

const serving = (cacheControl: string): Omit<FastifyStaticOptions, 'root'> => ({
  decorateReply: false,
  index: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply) => void reply.header('cache-control', cacheControl),
});
