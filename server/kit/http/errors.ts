/** Refusals with a status, a stable code and a message in the reader's language. */

import { problems as en } from '#core/i18n/en/problems.ts';
import type { Language } from '#core/i18n/language.ts';
import { problems as sq } from '#core/i18n/sq/problems.ts';
import { fill } from '#core/i18n/t.ts';

type Keys = keyof typeof sq;
/** `noun.whatIsWrong`; every code has words in both languages. */
export type ProblemCode = Keys extends `problem.${infer Code}` ? Code : never;

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

export function messageOf(code: ProblemCode, language: Language, values: Record<string, string> = {}): string {
  return fill((language === 'sq' ? sq : en)[`problem.${code}` as Keys], values);
}
