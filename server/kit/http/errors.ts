/** Messages of refusals in the reader's language. */
import type { FieldCode } from '#core/contract/field-errors.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';
import type { AppError, ProblemCode } from '#server/kit/app-error.ts';

export { AppError, busy, invalidInput, type ProblemCode } from '#server/kit/app-error.ts';

type Refusal = Pick<AppError, 'code'> & Partial<Pick<AppError, 'values' | 'details'>>;

/** More specific messages for forms in which one field alone is wrong. */
const SINGLE_FIELD: Partial<Record<FieldCode, ProblemCode>> = {
  invalidEmail: 'accounts.emailInvalid',
  passwordRequired: 'accounts.passwordRequired',
  passwordShort: 'accounts.passwordShort',
  niptRequired: 'dealers.niptRequired',
  contactRequired: 'dealers.contactRequired',
  emailFormat: 'dealers.emailFormat',
};

export function messageOf({ code, values, details }: Refusal, language: Language): string {
  const words: Record<string, string> = allWords[language].refusals;
  const message = (key: ProblemCode, more: Record<string, string>) => fill(words[`problem.${key}`] ?? key, more);
  if (code !== 'input.invalid') return message(code, values ?? {});
  const { fields: wrong } = details as { fields: Record<string, FieldCode> };
  const paths = Object.keys(wrong);
  const single = paths.length === 1 && SINGLE_FIELD[wrong[paths[0] ?? ''] as FieldCode];
  if (single) return message(single, {});
  const names = [...new Set(paths.map((path) => words[`field.${lastName(path)}`] ?? path))];
  const fields = names.map((name) => `“${name}”`).join(', ');
  return message(names.length === 1 ? 'input.invalid' : 'input.invalidFields', { fields });
}

/** `price` of `items.0.price`. */
function lastName(path: string): string {
  return path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
}
