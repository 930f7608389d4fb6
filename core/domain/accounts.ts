/** Access levels, identity providers and one-time codes. */

/** Who may call an endpoint or open a page; each level includes the ones to its right. */
export type Access = 'anyone' | 'user' | 'dealer' | 'admin';

interface Rights {
  role: 'user' | 'admin';
  canPostDeals: boolean;
}

/** @param who - null is a guest */
export function isAllowed(who: Rights | null, access: Access): boolean {
  if (access === 'anyone') return true;
  if (!who) return false;
  if (who.role === 'admin' || access === 'user') return true;
  return access === 'dealer' && who.canPostDeals;
}

/** As the tax administration issues them: a letter, eight digits and a letter. */
export const isNiptWellFormed = (nipt: string): boolean => /^[A-Z]\d{8}[A-Z]$/.test(nipt);

export const providers = ['google', 'apple'] as const;

export type Provider = (typeof providers)[number];

export const providerNames: Record<Provider, string> = { google: 'Google', apple: 'Apple' };

/** TOTP parameters (RFC 6238). */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** Crockford base32. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;

/** Normalizes a typed code: no spaces or hyphens, upper case, O/I/L as digits in recovery codes. */
export function plainCode(typed: string): string {
  const plain = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return isAppCode(plain) ? plain : plain.replace(/O/g, '0').replace(/[IL]/g, '1');
}

export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain);

/** `ABCDE-FGHJK`, 50 random bits. @param random - returns that many random bytes */
export function newRecoveryCode(random: (bytes: number) => Uint8Array): string {
  const letters = [...random(RECOVERY_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
