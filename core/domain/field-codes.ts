/** What can be wrong with a field of a form; each has its words in both languages (`validation.…`). */
export const fieldCodes = [
  'required',
  'invalid',
  'invalidEmail',
  'invalidUrl',
  'invalidPhone',
  'invalidNumber',
  'tooShort',
  'tooLong',
  'tooSmall',
  'tooLarge',
  'fileTooLarge',
  'fileType',
  'emailTaken',
  'passwordRequired',
  'passwordShort',
  'passwordCommon',
  'checkBoth',
  'wrongPassword',
  'wrongCode',
  'terms',
  'givesUp',
  'messageRequired',
  'messageShort',
  'messageLong',
  'cardNumber',
  'cardExpiry',
  'cardExpired',
  'cardCvc',
  'checkCard',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

export function isFieldCode(value: unknown): value is FieldCode {
  return (fieldCodes as readonly unknown[]).includes(value);
}
