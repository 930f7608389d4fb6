/** Answers that are the same for everybody: from memory while nothing changes, with an ETag, and 304 for who has it. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonText } from '#server/kit/http/serve.ts';
import type { CatalogueCache, Filled } from './deals.cache.ts';

const MAX_AGE_MS = 30_000;

/** JSON as the database made it. */
export interface Made {
  json: string;
  next?: string | null;
  /** Milliseconds until it stops being true; null when only a change ends it. */
  left: number | null;
}

interface Kept {
  body: JsonText;
  etag: string | null;
  next: string | null;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

const NOTHING = new JsonText('');

export function publicAnswers(cache: CatalogueCache, nextHeader: string) {
  /** Synchronous when the answer is kept; null when `make` says that there is none for everybody. */
  return function answer<M extends Made | null>(
    key: string,
    exchange: Exchange,
    make: () => Promise<M>,
  ): JsonText | Promise<JsonText | (M & null)> {
    if (!cache.isOn) return make().then((made) => (made ? send(plain(made), exchange) : (null as M & null)));
    const kept = cache.get<Kept>(key);
    if (kept) return send(kept, exchange);
    return cache.remember(key, () => fill(make)).then((made) => (made ? send(made, exchange) : (null as M & null)));
  };

  async function fill(make: () => Promise<Made | null>): Promise<Filled<Kept | null>> {
    const made = await make();
    if (!made) return { value: null, until: 0 };
    const { json, next = null, left } = made;
    const until = Date.now() + Math.max(0, left ?? MAX_AGE_MS);
    const etag = `"${createHash('sha1').update(json).update(`${next}`).digest('base64url')}"`;
    // Text and not bytes: Node sends it in one piece with the headers.
    return { value: { body: new JsonText(json), etag, next }, until, bytes: json.length * 2 };
  }

  function plain({ json, next = null }: Made): Kept {
    return { body: new JsonText(json), etag: null, next };
  }

  function send({ body, etag, next }: Kept, { request, reply }: Exchange): JsonText {
    reply.header('cache-control', 'public, max-age=0, must-revalidate');
    if (next) reply.header(nextHeader, next);
    if (!etag) return body;
    reply.header('etag', etag);
    if (request.headers['if-none-match'] !== etag) return body;
    reply.code(304);
    return NOTHING;
  }
}
