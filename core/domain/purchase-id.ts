/** Purchase ID of a cash order: `BK-`, eight Crockford base32 characters and a check character that detects single errors and transpositions. */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** Makes an id from 40 random bits (five bytes). */
export function makePurchaseId(random: Uint8Array): string {
  if (random.length !== 5) throw new RangeError('a purchase id takes five random bytes');
  let bits = random.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  const values: number[] = [];
  for (let place = 0; place < LENGTH; place++) {
    values.unshift(Number(bits & 31n));
    bits >>= 5n;
  }
  return `BK-${[...values, checkOf(values)].map((value) => ALPHABET[value]).join('')}`;
}

/** Parses a typed id (any case, spaces, hyphens, O for 0, I or L for 1); null when invalid. */
export function readPurchaseId(text: string): string | null {
  const typed = text
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/^BK(?=.{9}$)/, '');
  const code = typed.replaceAll('O', '0').replace(/[IL]/g, '1');
  const values = [...code].map((character) => ALPHABET.indexOf(character));
  if (values.length !== LENGTH + 1 || values.includes(-1)) return null;
  return checkOf(values.slice(0, LENGTH)) === values[LENGTH] ? `BK-${code}` : null;
}

/** Weighted sum over GF(32): place n counts 2^n times, modulo x^5 + x^2 + 1. */
function checkOf(values: readonly number[]): number {
  return values.reduceRight((sum, value) => double(sum ^ value), 0);
}

function double(value: number): number {
  const shifted = value << 1;
  return shifted & 32 ? shifted ^ 0b100101 : shifted;
}
