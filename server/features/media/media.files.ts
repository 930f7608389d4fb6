/** `GET /media/:name`: uploaded pictures and videos, as they were stored. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readMediaName } from '#core/domain/media.ts';
import type { Storage } from '#server/gateways/storage/storage.ts';
import { AppError } from '#server/kit/http/errors.ts';

/** Pictures are read and sent as a whole, and the most requested stay in memory. */
const CACHE = { maxSize: 32 * 1024 ** 2, ttl: 10 * 60_000 };

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
};

export function mediaFiles(app: FastifyInstance, { storage }: { storage: Storage }): void {
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
    const picture = pictures.get(name);
    const type = readMediaName(name)?.type;
    if (!type) throw absent();
    reply.headers(HEADERS).header('etag', `"${name}"`);
    // The content of a name never changes, so whoever has it need not be asked.
    if (request.headers['if-none-match']?.includes(name)) return reply.code(304).send();
    reply.header('content-type', type);
    if (type.startsWith('video/')) return sendVideo(name, { range: request.headers.range, reply });
    // Without a promise where it is in memory.
    return picture ? reply.send(picture) : sendPicture(name, reply);
  });

  async function sendPicture(name: string, reply: FastifyReply) {
    const picture = await pictures.fetch(name);
    if (!picture) throw absent();
    return reply.send(picture);
  }

  async function sendVideo(name: string, { range, reply }: { range: string | undefined; reply: FastifyReply }) {
    const size = await storage.size(name);
    if (size === null) throw absent();
    const wanted = rangeOf(range, size);
    if (wanted === 'outside') {
      reply.header('content-range', `bytes */${size}`);
      throw new AppError(416, 'input.malformed');
    }
    const { from, to } = wanted ?? { from: 0, to: size - 1 };
    reply.headers({ 'accept-ranges': 'bytes', 'content-length': to - from + 1 });
    if (wanted) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
    // Not a text: its length would be said.
    if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));
    const file = await storage.get(name, wanted ?? undefined);
    if (!file) throw absent();
    return reply.send(file);
  }
}

const absent = () => new AppError(404, 'route.absent');

/** Null: everything, also for several ranges or what cannot be read. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'outside' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || (!first && !last)) return null;
  const from = first ? Number(first) : Math.max(0, size - Number(last));
  const to = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (first && last && Number(last) < from) return null;
  return from >= size || from > to ? 'outside' : { from, to };
}
