/** Exchange rate in lek per US dollar, as text with at most six decimals so that arithmetic is exact. */

const PLAIN = /^\d{1,5}(?:\.\d{1,6})?$/;
const LOWEST = 1;
const HIGHEST = 10_000;
const MICRO = 1_000_000n;

/** The rate when it is valid (1 to 10,000), else null. */
export function readRate(said: string): string | null {
  return PLAIN.test(said) && Number(said) >= LOWEST && Number(said) <= HIGHEST ? said : null;
}

/** Accepted rates, inclusive. */
export interface RateRange {
  from: number;
  to: number;
}

/** Parses `50-200`; null when invalid. */
export function readRateRange(said: string): RateRange | null {
  const [from = '', to = '', ...more] = said.split('-');
  if (more.length > 0 || readRate(from) === null || readRate(to) === null) return null;
  return Number(from) < Number(to) ? { from: Number(from), to: Number(to) } : null;
}

export const isWithin = ({ from, to }: RateRange, allPerUsd: string): boolean =>
  Number(allPerUsd) >= from && Number(allPerUsd) <= to;

/** Qindarka to cents, rounded half up. Throws RangeError on an invalid amount or rate. */
export function toUsdCents(qindarka: number, allPerUsd: string): number {
  if (!Number.isSafeInteger(qindarka) || qindarka < 0) throw new RangeError(`not an amount of qindarka: ${qindarka}`);
  const rate = toMicro(allPerUsd);
  return Number((2n * BigInt(qindarka) * MICRO + rate) / (2n * rate));
}

/** Whether the rate differs from the previous one by at most 20 %. */
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
