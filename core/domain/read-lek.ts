/** Parsing of amounts as people write them. Apart from money.ts, so that only forms load it. */
import { toLek, toQindarka } from './money.ts';

/** An amount in groups of three or without groups, at most two decimals. */
const AMOUNT = /^([1-9]\d{0,2}([ '’.,])\d{3}(?:\2\d{3})*|\d+)(?:([.,])(\d{1,2}))?$/;

/**
 * Parses lek as people write them (`2 200`, `2.200,50`, `1,200.5`, `1'200`, `1200,-`, `ALL 2,500`, `2 500 lekë`, `2,5 mijë`);
 * undefined when empty, NaN when there is more than one way to read it or none.
 */
export function readLek(text: string): number | undefined {
  // NFKC makes all spaces the same.
  const typed = text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
  if (typed === '') return undefined;
  const unnamed = typed.replace(/^(all|lek[ëe]?) ?(?=\d)|(?<=[\d,.\-–—ëek]) ?(all|lek[ëe]?|l)\.?$/g, '');
  const [, few, times] = /^(\d{1,3}(?:[.,]\d{1,2})?) ?(mij[ëe]|k)$/.exec(unnamed) ?? [];
  const plain = few ?? unnamed.replace(/(?<=\d)[.,][-–—]+$/, '');
  const [, whole, group, point, decimals = '0'] = AMOUNT.exec(plain) ?? [];
  if (whole === undefined || (group !== undefined && group === point)) return Number.NaN;
  const qindarka = toQindarka(`${whole.replace(/\D/g, '')}.${decimals}`);
  return toLek(times === undefined ? qindarka : qindarka * 1000);
}

/** Parses a typed range such as `1000-2000`; a single amount is both of its ends. */
export function readLekRange(text: string): { from: number | undefined; to: number | undefined } {
  const [, low = text, high = text] = /^(.*\d.*?)\s*[-–—]\s*(\d.*)$/.exec(text) ?? [];
  return { from: readLek(low), to: readLek(high) };
}
