/** What a dollar costs, in lek: a text with at most six decimals, so that what is counted with it is exact. */

const PLAIN = /^\d{1,5}(?:\.\d{1,6})?$/;
const LOWEST = 1;
const HIGHEST = 10_000;
const MICRO = 1_000_000n;

/** A rate as somebody said it; null for what can be none, whatever happens to the lek. */
export function readRate(said: string): string | null {
  return PLAIN.test(said) && Number(said) >= LOWEST && Number(said) <= HIGHEST ? said : null;
}

/** Between which rates one is believed, ends included. */
export interface RateRange {
  from: number;
  to: number;
}

/** `50-200` as a range; null for what is none. */
export function readRateRange(said: string): RateRange | null {
  const [from = '', to = '', ...more] = said.split('-');
  if (more.length > 0 || readRate(from) === null || readRate(to) === null) return null;
  return Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : null;
}

export const isWithin = ({ from, to }: RateRange, allPerUsd: string): boolean =>
  Number(allPerUsd) >= from && Number(allPerUsd) <= to;

/** Whole qindarka in whole cents, half a cent up. Throws RangeError on what is no amount or no rate. */
export function toUsdCents(qindarka: number, allPerUsd: string): number {
  if (!Number.isSafeInteger(qindarka) || qindarka < 0) throw new RangeError(`not an amount of qindarka: ${qindarka}`);
  const rate = toMicro(allPerUsd);
  return Number((2n * BigInt(qindarka) * MICRO + rate) / (2n * rate));
}

/** Whether the two differ by no more than a fifth of the one before. */
export function isNearRate(allPerUsd: string, before: string): boolean {
  const difference = toMicro(allPerUsd) - toMicro(before);
  return 5n * (difference < 0n ? -difference : difference) <= toMicro(before);
}

/** Millionths of a lek. */
function toMicro(allPerUsd: string): bigint {
  if (readRate(allPerUsd) === null) throw new RangeError(`not a rate: ${allPerUsd}`);
  const [whole = '', decimals = ''] = allPerUsd.split('.');
  return BigInt(whole + decimals.padEnd(6, '0'));
}
