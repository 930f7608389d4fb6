/** Phone numbers as people type them. Whether a number is valid decides `toPhone` of the server, which normalizes it. */
import * as z from 'zod/mini';
import { cleaned } from './clean-text.ts';
import { errorCode } from './field-errors.ts';

const digitsOf = (typed: string) => typed.match(/\p{Nd}/gu)?.length ?? 0;
/** The shortest numbers with country code have seven digits, the longest with `00` and `(0)` twenty. */
const isPlausible = (typed: string) => !/\p{L}/u.test(typed) && digitsOf(typed) >= 7 && digitsOf(typed) <= 20;

/** A typed phone number, not yet normalized. */
export const Phone = z
  .string(errorCode('invalidPhone'))
  .check(cleaned(), z.maxLength(40, errorCode('invalidPhone')), z.refine(isPlausible, errorCode('invalidPhone')));
