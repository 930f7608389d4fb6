/** Packs what is sent over and over: quickly at first, densely once that pays. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { turns } from '#server/kit/turns.ts';

/** Brotli: quick while a page is new (4 ms), as dense as it gets (one tenth smaller) once it is asked for again and again. */
const QUICK = 9;
const DENSE = 11;
const DENSE_AFTER = 3;
/** Densely packed, each page keeps a core busy for a quarter of a second: who waits longer is not kept any more. */
const MOST_WAITING = 50;

const compress = promisify(brotliCompress);
const quickly = turns(1);
const densely = turns(1);

/** Packs a page when it is first sent, and once more, in the background, when it turns out to be popular. */
export function packer(html: Buffer): () => Promise<Buffer> {
  const at = (quality: number) => compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  let sent = 0;
  let isPopular = false;
  let packed: Promise<Buffer> | undefined;
  return () => {
    packed ??= quickly.take(() => at(QUICK));
    sent += 1;
    if (sent >= DENSE_AFTER && !isPopular && densely.waiting < MOST_WAITING) {
      isPopular = true;
      const dense = densely.take(() => at(DENSE));
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
