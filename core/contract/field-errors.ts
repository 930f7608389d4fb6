/** What is wrong with the fields of an input, as codes: said by the server, known to the form before it asks. */
import type * as z from 'zod/mini';
import { type FieldCode, isFieldCode } from '../domain/field-codes.ts';

/** The shape of a form. */
export type FormShape = z.ZodMiniObject<Record<string, z.ZodMiniType>>;
/** What a form gives on when nothing is wrong with it. */
export type ValuesOf<Shape extends FormShape> = z.output<Shape>;

/** A code of its own for a check of a shape: `z.minLength(8, said('passwordShort'))`. */
export const said = (code: FieldCode) => code;

/** For `safeParse(value, { error: codeOf })`: what to say about a check that has no code of its own. */
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

/**
 * The first code of each field, by its name (`address.street` within another), of what `safeParse` with `codeOf` found;
 * what is wrong with all of it stands under `whole`.
 */
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
