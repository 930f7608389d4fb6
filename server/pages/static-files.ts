/** The files of the build: hashed ones may be kept for ever, pictures and fonts for a year, the rest asks again. */
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/kit/http/errors.ts';
import { clientFolder } from './site.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const WEEK = 'public, max-age=604800, stale-while-revalidate=2592000';

export async function staticFiles(app: FastifyInstance): Promise<void> {
  const root = fileURLToPath(clientFolder);
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['manifest.json', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const file = path.slice(root.length);
      reply.header('cache-control', file.startsWith('assets/') ? FOREVER : WEEK);
      reply.header('cross-origin-resource-policy', 'same-origin');
    },
  });
  const absent = () => {
    throw new AppError(404, 'route.absent');
  };
  for (const folder of ['/assets/*', '/pictures/*', '/fonts/*', '/icons/*', '/art/*']) app.get(folder, absent);
}
