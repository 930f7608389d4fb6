/** Validation errors of fields as codes, the same on server and form. */
import type * as z from 'zod/mini';

export type FormShape = z.ZodMiniObject<Record<string, z.ZodMiniType>>;
export type ValuesOf<Shape extends FormShape> = z.output<Shape>;

/** Type-checked error code of a schema check: `z.minLength(8, errorCode('passwordShort'))`. */
export const errorCode = (code: FieldCode) => code;

/** Default codes, for `safeParse(value, { error: codeOf })`. */
export function codeOf(issue: z.core.$ZodRawIssue): FieldCode {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'required';
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' ? 'invalidNumber' : 'invalid';
    case 'too_small':
      return issue.origin === 'string' ? 'tooShort' : 'tooSmall';
    case 'too_big':
      if (issue.origin === 'file') return 'fileTooLarge';
      return issue.origin === 'string' ? 'tooLong' : 'tooLarge';
    case 'invalid_format':
      if (issue.format === 'email') return 'invalidEmail';
      return issue.format === 'url' ? 'invalidUrl' : 'invalid';
    default:
      return 'invalid';
  }
}

/** First code of each field by its path (`address.street`); issues of the whole input are under `whole`. */
export function fieldErrors(
  issues: readonly { path: PropertyKey[]; message: string }[],
  whole: string,
): Record<string, FieldCode> {
  const found: Record<string, FieldCode> = {};
  for (const { path, message } of issues) {
    found[path.join('.') || whole] ??= isFieldCode(message) ? message : 'invalid';
  }
  return found;
}

/** Error codes of fields; the messages are `validation.…`. */
export const fieldCodes = [
  'required',
  'invalid',
  'invalidEmail',
  'invalidUrl',
  'invalidPhone',
  'invalidNumber',
  'invalidIban',
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
  'niptRequired',
  'contactRequired',
  'emailFormat',
  'notADealer',
  'messageRequired',
  'messageShort',
  'messageLong',
  'unknownChoice',
  'priceAboveOriginal',
  'needsSalon',
  'dayNotSoon',
  'invalidImage',
  'invalidSlug',
  'invalidPlace',
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
