const ALBANIA = '+355';

/** A telephone number as it is called from abroad, from how people write it; what is none stays as it was written, nothing is undefined. */
export function readPhone(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const digits = text.replace(/[\s().\-/]/g, '');
  if (!/^(\+|00?)?\d+$/.test(digits)) return text.trim();
  if (digits.startsWith('+')) return digits;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return digits.startsWith('0') ? ALBANIA + digits.slice(1) : digits;
}

/** Whether it can be called: a country and 8 to 15 digits. */
export const isPhone = (phone: string) => /^\+[1-9]\d{7,14}$/.test(phone);
