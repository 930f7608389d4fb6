/** Refusals with a status, a stable code and a message in the reader's language. */
import type { FieldCode } from '#core/contract/field-errors.ts';
import { allWords } from '#core/i18n/all-words.ts';
import type { Refusals } from '#core/i18n/areas.ts';
import type { Language } from '#core/i18n/language.ts';
import { fill } from '#core/i18n/t.ts';

/** `noun.whatIsWrong`; every code has words in both languages. */
export type ProblemCode = keyof Refusals extends infer Key
  ? Key extends `problem.${infer Code}`
    ? Code
    : never
  : never;

/** A refusal a caller can act on. Anything else that is thrown answers as a generic 500. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly values: Record<string, string>;
  /** Machine-readable reasons, such as the cart lines that are in the way. */
  readonly details: unknown;
  /** Seconds until it makes sense to try again; sent as Retry-After. */
  readonly retryAfter: number | undefined;
  constructor(
    status: number,
    code: ProblemCode,
    more: { values?: Record<string, string>; details?: unknown; retryAfter?: number } = {},
  ) {
    super(code);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.values = more.values ?? {};
    this.details = more.details;
    this.retryAfter = more.retryAfter;
  }
}

/** The refusal of what there is no time for now. */
export const busy = () => new AppError(503, 'server.busy', { retryAfter: 2 });

type Refusal = Pick<AppError, 'code'> & Partial<Pick<AppError, 'values' | 'details'>>;

/** The refusal of input that is not right, with what is wrong field by field. */
export function invalidInput(fields: Record<string, FieldCode>): AppError {
  return new AppError(400, 'input.invalid', { details: { fields } });
}

/** What is said of a field with which alone something is wrong: what would do. */
const OF_ONE_FIELD: Partial<Record<FieldCode, ProblemCode>> = {
  invalidEmail: 'accounts.emailInvalid',
  passwordRequired: 'accounts.passwordRequired',
  passwordShort: 'accounts.passwordShort',
};

/** What a person reads of a refusal. */
export function messageOf({ code, values, details }: Refusal, language: Language): string {
  const words: Record<string, string> = allWords[language].refusals;
  const say = (said: ProblemCode, more: Record<string, string>) => fill(words[`problem.${said}`] ?? said, more);
  if (code !== 'input.invalid') return say(code, values ?? {});
  const { fields: wrong } = details as { fields: Record<string, FieldCode> };
  const paths = Object.keys(wrong);
  const only = paths.length === 1 && OF_ONE_FIELD[wrong[paths[0] ?? ''] as FieldCode];
  if (only) return say(only, {});
  const names = [...new Set(paths.map((path) => words[`field.${lastName(path)}`] ?? path))];
  const fields = names.map((name) => `“${name}”`).join(', ');
  return say(names.length === 1 ? 'input.invalid' : 'input.invalidFields', { fields });
}

/** `price` of `items.0.price`. */
function lastName(path: string): string {
  return path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path;
}
