/** Card numbers, payment ids of the provider, and the test cards of the sandbox. */

export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** Luhn check (ISO/IEC 7812). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((before, digit, place) => {
    const counted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return before + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** Parses `12 / 29`, `1229` or `12/2029`; null otherwise. */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const [, month = '', year = ''] = /^(\d{2})(\d{2}|20\d{2})$/.exec(digitsOf(typed)) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: (Number(year) % 2000) + 2000 };
}

/** A card is valid until the end of its month; `now` in ms. */
export function isExpired({ month, year }: { month: number; year: number }, now: number): boolean {
  return now >= Date.UTC(year, month, 1);
}

export const PAYMENT_ID = /^pi_[A-Za-z0-9_]{1,120}$/;

/** Shortened for display (Spec 2 §2). */
export const shortPaymentId = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 14)}…`);

/** Card numbers of the sandbox by their outcome. */
export const testNumbers = {
  paid: '4242424242424242',
  authenticate: '4000000000003220',
  declined: '4000000000000002',
  funds: '4000000000009995',
  expired: '4000000000000069',
  dispute: '4000000000000259',
} as const;
