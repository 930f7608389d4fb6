/** What can be said of a card without asking anybody. */

/** The digits of what somebody typed. */
export const digitsOf = (typed: string): string => typed.replace(/\D/g, '');

/** Whether it may be the number of a card: its last digit is what the others make it (ISO/IEC 7812). */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((before, digit, place) => {
    const counted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return before + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** The month and the year of `12 / 29`, `1229` or `12/2029`; null for what is neither. */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const [, month = '', year = ''] = /^(\d{2})(\d{2}|20\d{2})$/.exec(digitsOf(typed)) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: (Number(year) % 2000) + 2000 };
}

/** Whether a card may be used until the end of that month, at a moment in ms. */
export function isExpired({ month, year }: { month: number; year: number }, now: number): boolean {
  return now >= Date.UTC(year, month, 1);
}
