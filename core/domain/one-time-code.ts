/** Codes beside a password: those of an app, and those for whoever lost it. */

/** As RFC 6238 has it, and every app. */
export const CODE_DIGITS = 6;
export const CODE_SECONDS = 30;

/** Without letters that are taken for others (Crockford). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;

/** A code as it is compared: without what people write between, in capitals, with the digits that were meant. */
export function plainCode(typed: string): string {
  const plain = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return isAppCode(plain) ? plain : plain.replace(/O/g, '0').replace(/[IL]/g, '1');
}

export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain);

/** `ABCDE-FGHJK`, of 50 random bits. @param random - as many bytes as asked for */
export function newRecoveryCode(random: (bytes: number) => Uint8Array): string {
  const letters = [...random(RECOVERY_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
