/**
 * Money as integers. Lek on the wire has at most two decimals; all arithmetic happens in qindarka
 * (1 lek = 100 qindarka), which are safe integers for every amount the database can hold.
 */

/** Lek (number or numeric text such as "2200.00") to whole qindarka. Throws RangeError on anything else. */
export function toQindarka(lek: number | string): number {
  const qindarka = Math.round(Number(lek) * 100);
  if (!Number.isSafeInteger(qindarka)) throw new RangeError(`not an amount of lek: ${lek}`);
  return qindarka;
}

/** Whole qindarka to lek as the wire carries it. */
export function toLek(qindarka: number): number {
  return qindarka / 100;
}

/** Whole qindarka to the text a numeric(10,2) column takes. */
export function toNumeric(qindarka: number): string {
  return (qindarka / 100).toFixed(2);
}

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

export interface PricedLine {
  /** Lek. */
  price: number;
  /** Lek; null when unknown. */
  originalPrice: number | null;
  quantity: number;
}

/** Subtotal before discounts, savings and total of lines, in qindarka. */
export function totalsOf(lines: readonly PricedLine[]): { subtotal: number; savings: number; total: number } {
  let subtotal = 0;
  let total = 0;
  for (const line of lines) {
    const price = toQindarka(line.price);
    const original = Math.max(price, line.originalPrice === null ? price : toQindarka(line.originalPrice));
    subtotal += original * line.quantity;
    total += price * line.quantity;
  }
  return { subtotal, savings: subtotal - total, total };
}

/** Rounded discount in percent, 0 when a price is missing or nothing is saved (Spec 2 §3). */
export function discountOf(price: number | null, originalPrice: number | null): number {
  if (!price || !originalPrice || originalPrice <= price) return 0;
  const original = toQindarka(originalPrice);
  return Math.round((100 * (original - toQindarka(price))) / original);
}

/** Splits an integer amount by integer weights without rounding loss; at least one weight is above 0. */
export function sharesOf(whole: number, weights: readonly number[]): number[] {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let passed = 0n;
  let given = 0;
  return weights.map((weight) => {
    passed += BigInt(weight);
    const soFar = Number((BigInt(whole) * passed * 2n + total) / (total * 2n));
    const share = soFar - given;
    given = soFar;
    return share;
  });
}
