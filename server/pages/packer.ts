/** Packs what is sent over and over: quickly at first, densely once that pays. */
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Brotli: quick while a page is new, as dense as it gets (one tenth smaller) once it is asked for again and again. */
const QUICK = 6;
const DENSE = 11;
const DENSE_AFTER = 3;

const compress = promisify(brotliCompress);

/** Packs a page when it is first sent, and once more, in the background, when it turns out to be popular. */
export function packer(html: Buffer): () => Promise<Buffer> {
  const at = (quality: number) => compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  let sent = 0;
  let packed: Promise<Buffer> | undefined;
  return () => {
    packed ??= at(QUICK);
    sent += 1;
    if (sent === DENSE_AFTER) {
      const dense = inTurn(() => at(DENSE));
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

let last: Promise<unknown> = Promise.resolve();

/** One page after another: densely packed, each keeps a core busy for a quarter of a second. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work, work);
  last = mine;
  return mine;
}
