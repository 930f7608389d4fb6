/** The error type of refusals; the messages are in the catalogues. */
import type { FieldCode } from '#core/contract/field-errors.ts';
import type { Refusals } from '#core/i18n/areas.ts';

/** `noun.whatIsWrong`; every code has a message in both languages. */
export type ProblemCode = keyof Refusals extends infer Key
  ? Key extends `problem.${infer Code}`
    ? Code
    : never
  : never;

/** A refusal the caller can act on. Anything else that is thrown answers as a generic 500. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly values: Record<string, string>;
  /** Machine-readable reasons, such as the cart lines that are in the way. */
  readonly details: unknown;
  /** Seconds until a retry makes sense; sent as Retry-After. */
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

/** 503 with Retry-After: overload, timeout or a database that is away. */
export const busy = () => new AppError(503, 'server.busy', { retryAfter: 2 });

/** 400 with one code per field. */
export function invalidInput(fields: Record<string, FieldCode>): AppError {
  return new AppError(400, 'input.invalid', { details: { fields } });
}
