/** IBANs (ISO 13616): the country, two check digits by mod 97, and what the country decides. */

/** Lengths of the countries from which salons are paid; of others the general limits hold. */
const LENGTHS: Readonly<Record<string, number>> = { AL: 28, XK: 20, MK: 19, ME: 22, IT: 27, GR: 27, DE: 22 };

export const IBAN_PATTERN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Without spaces, in upper case. */
export const plainIban = (typed: string): string => typed.replace(/\s/g, '').toUpperCase();

export function isIban(plain: string): boolean {
  if (!IBAN_PATTERN.test(plain)) return false;
  if (plain.length !== (LENGTHS[plain.slice(0, 2)] ?? plain.length)) return false;
  const moved = plain.slice(4) + plain.slice(0, 4);
  let rest = 0;
  for (const letter of moved)
    for (const digit of `${Number.parseInt(letter, 36)}`) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** In groups of four, as banks print it. */
export const shownIban = (plain: string): string => plain.replace(/(.{4})(?=.)/g, '$1 ');
