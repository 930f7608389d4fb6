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

/** The groups of letters and digits of a typed code in upper case, O as 0, I and L as 1; without dashes, `#` and spaces. */
function groupsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  return plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
}

/** The beginning of a code, as typed, without `BK-`; it may be empty. */
export const readCodeStart = (text: string): string => groupsOf(text).join('').replace(/^BK/, '');

/** Finds a typed Purchase ID or voucher code, in groups of any length and also between words; null when there is none. */
export function readPurchaseId(text: string): string | null {
  const groups = groupsOf(text);
  for (const prefix of ['BK', ''])
    for (let from = 0; from < groups.length; from++) {
      let typed = '';
      for (let to = from; to < groups.length && typed.length < prefix.length + LENGTH + 1; to++) typed += groups[to];
      if (!typed.startsWith(prefix)) continue;
      const code = typed.slice(prefix.length);
      const values = [...code].map((character) => ALPHABET.indexOf(character));
      if (values.length !== LENGTH + 1 || values.includes(-1)) continue;
      if (checkOf(values.slice(0, LENGTH)) === values[LENGTH]) return `BK-${code}`;
    }
  return null;
}

/** Weighted sum over GF(32): place n counts 2^n times, modulo x^5 + x^2 + 1. */
function checkOf(values: readonly number[]): number {
  return values.reduceRight((sum, value) => double(sum ^ value), 0);
}

function double(value: number): number {
  const shifted = value << 1;
  return shifted & 32 ? shifted ^ 0b100101 : shifted;
}
