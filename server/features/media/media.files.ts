/** `GET /media/:name`: uploaded pictures and videos, as they were stored. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readMediaName } from '#core/domain/media.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/kit/http/errors.ts';

/** Pictures are read and sent as a whole, and the most requested stay in memory. */
const CACHE = { maxSize: 32 * 1024 ** 2, ttl: 10 * 60_000 };

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
};

type Parts = Pick<Deps, 'storage' | 'limiter' | 'actors'>;

export function mediaFiles(app: FastifyInstance, { storage, limiter, actors }: Parts): void {
  const pictures = new LRUCache<string, Buffer>({
    ...CACHE,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (name) => {
      const file = await storage.get(name);
      return file ? Buffer.concat(await file.toArray()) : undefined;
    },
  });

  app.get<{ Params: { name: string } }>('/media/:name', (request, reply) => {
    const { name } = request.params;
    const type = readMediaName(name)?.type;
    if (!type) throw absent(request);
    const picture = pictures.get(name);
    // Whoever asks for what is not here must not keep the storage busy.
    if (!picture) limiter.count('absentMedia', actors.ofAddress(request).key, 0);
    // The content of a name never changes, so whoever has it need not be sent it again.
    const isKnown = request.headers['if-none-match']?.includes(name) ?? false;
    reply.headers({ ...HEADERS, etag: `"${name}"` });
    if (isKnown) return picture ? reply.code(304).send() : sendUnchanged(name, reply);
    reply.header('content-type', type);
    if (type.startsWith('video/')) return sendVideo(name, { range: request.headers.range, reply });
    // Without a promise where it is in memory.
    return picture ? reply.send(picture) : sendPicture(name, reply);
  });

  async function sendUnchanged(name: string, reply: FastifyReply) {
    if ((await storage.size(name)) === null) throw absent(reply.request);
    return reply.code(304).send();
  }

  async function sendPicture(name: string, reply: FastifyReply) {
    const picture = await pictures.fetch(name);
    if (!picture) throw absent(reply.request);
    return reply.send(picture);
  }

  async function sendVideo(name: string, { range, reply }: { range: string | undefined; reply: FastifyReply }) {
    const size = await storage.size(name);
    if (size === null) throw absent(reply.request);
    const part = rangeOf(range, size);
    if (part === 'outside') {
      reply.header('content-range', `bytes */${size}`);
      throw new AppError(416, 'input.malformed');
    }
    const { from, to } = part ?? { from: 0, to: size - 1 };
    reply.headers({ 'accept-ranges': 'bytes', 'content-length': to - from + 1 });
    if (part) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
    // Not a text: its length would be said.
    if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));
    const file = await storage.get(name, part ?? undefined);
    if (!file) throw absent(reply.request);
    return reply.send(file);
  }

  function absent(request: FastifyRequest): AppError {
    limiter.count('absentMedia', actors.ofAddress(request).key);
    return new AppError(404, 'route.absent');
  }
}

/** Null: everything, also for several ranges or what cannot be read. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'outside' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || (!first && !last)) return null;
  const from = first ? Number(first) : Math.max(0, size - Number(last));
  const to = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < from) return null;
  return from >= size || from > to ? 'outside' : { from, to };
}
