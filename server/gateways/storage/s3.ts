/** Files in a bucket of any store that speaks S3. Uploads are single requests without optional headers, which some stores refuse. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { busy } from '#server/kit/app-error.ts';
import type { Storage } from './storage.ts';

export interface S3Config {
  /** Including the bucket: `https://s3.eu-central-1.amazonaws.com/bukuri`. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** All files are below it, so that the bucket can hold other things. */
const PREFIX = 'media/';
const TIMEOUT_MS = 20_000;
/** What one request lists at most. */
const PAGE = 1000;

export function s3Storage(config: S3Config): Storage {
  const s3 = new S3mini({ ...config, fetch: fetchHead });
  const keyOf = (name: string) => `${PREFIX}${name}`;
  return {
    async put(name, file) {
      await asked(s3.putObject(keyOf(name), file, file.type || undefined, undefined, undefined, file.size));
    },
    async get(name, range) {
      const { from, to } = range ?? { from: 0, to: 0 };
      const answer = await asked(s3.getObjectRaw(keyOf(name), range === undefined, from, to + 1));
      return answer?.body ? Readable.fromWeb(answer.body as ReadableStream) : null;
    },
    size: (name) => asked(s3.getContentLength(keyOf(name))),
    async delete(name) {
      await asked(s3.deleteObject(keyOf(name)));
    },
    async *list() {
      let next: string | undefined;
      do {
        const page = await asked(s3.listObjectsPaged('/', PREFIX, PAGE, next));
        for (const { Key, LastModified } of page?.objects ?? [])
          yield { name: Key.slice(PREFIX.length), storedAt: new Date(LastModified) };
        next = page?.nextContinuationToken;
      } while (next);
    },
  };
}

/** The timeout ends with the head of the answer: a video may take long to be sent on. */
const fetchHead: typeof fetch = async (input, init) => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(busy()), TIMEOUT_MS);
  return fetch(input, { ...init, signal: timeout.signal }).finally(() => clearTimeout(timer));
};

/** Null for 404; a store that is away or overloaded is 503. */
async function asked<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    const { status = 0, cause } = error as { status?: number; cause?: { status?: number } };
    const answered = status || (cause?.status ?? 0);
    if (answered === 404) return null;
    if (answered >= 500 || answered === 429) throw busy();
    throw error;
  }
}
