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
