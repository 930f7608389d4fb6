/** Brotli compression of pages: fast at first, with the highest quality for popular ones; Accept-Encoding. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { createSemaphore } from '#server/kit/concurrency.ts';
import { tally } from '#server/kit/metrics/tally.ts';

const countPacking = tally({
  name: 'bukuri_pages_packed_total',
  help: 'Pages that were packed, by how, and times that one was sent as it is because others waited.',
  labels: ['how'],
});

/**
 * Brotli: quick while a page is new (2 ms), as dense as it gets (one tenth smaller) once it is asked for again and again. With
 * the usual window the quick one takes ten times as long, for a table that no page fills, and makes it 20 bytes smaller.
 */
const QUICK = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };
const DENSE = { [constants.BROTLI_PARAM_QUALITY]: 11 };
const DENSE_AFTER = 3;
/** Queue length of the highest quality, which takes a quarter of a second per page. */
const MOST_WAITING = 50;
/** Queue lengths beyond which a page is sent uncompressed. */
const MOST_NEW = { kept: 50, unkept: 5 };

const compress = promisify(brotliCompress);
const quickly = createSemaphore(1);
const densely = createSemaphore(1);

/**
 * Packs a page when it is first sent, and one that is kept once more, in the background, when it turns out to be popular.
 * Null where so many are packed before it that it is better sent as it is.
 */
export function packer(html: Buffer, { isKept }: { isKept: boolean }): () => Promise<Buffer> | null {
  const mostBefore = isKept ? MOST_NEW.kept : MOST_NEW.unkept;
  const as = (params: Record<number, number>) => compress(html, { params });
  let sent = 0;
  let isPopular = false;
  let packed: Promise<Buffer> | undefined;
  return () => {
    if (!packed && quickly.waiting >= mostBefore) {
      countPacking('not');
      return null;
    }
    if (!packed) {
      countPacking('quickly');
      packed = quickly.run(() => as(QUICK));
    }
    sent += 1;
    if (isKept && sent >= DENSE_AFTER && !isPopular && densely.waiting < MOST_WAITING) {
      isPopular = true;
      countPacking('densely');
      const dense = densely.run(() => as(DENSE));
      dense.then(
        () => {
          packed = dense;
        },
        // The quick one goes on being sent.
        () => {},
      );
    }
    return packed;
  };
}

/** Whether Accept-Encoding allows brotli (RFC 9110, 12.5.3). */
export function acceptsBrotli(header = ''): boolean {
  const weights = new Map(
    header.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}
