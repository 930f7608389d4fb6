/** Schemas of form fields that several forms have. */
import * as z from 'zod/mini';
import { readTypedPlace } from '#core/domain/places.ts';
import { cleaned, cleanText } from './clean-text.ts';
import { errorCode, type FieldCode } from './field-errors.ts';

type Issue = { readonly input?: unknown };
const isNothing = ({ input }: Issue) => input === undefined || input === null || input === '';
/** The error code of a field, but `required` where it is empty. */
export const orRequired = (code: Parameters<typeof errorCode>[0]) => ({
  error: (issue: Issue) => errorCode(isNothing(issue) ? 'required' : code),
});

/** Cleans a text and joins its lines. */
export const oneLine = () => z.overwrite((text: string) => cleanText(text).replace(/\s+/g, ' '));
export const line = (max: number, min = 0) => z.string().check(oneLine(), z.minLength(min), z.maxLength(max));
/** Text of a search field. */
export const SearchText = line(200);
export const paragraphs = (max: number) => z.string().check(cleaned(), z.maxLength(max));
/** Absent, null and an empty text are the same: nothing. `wrong`: the error code of values of another type. */
export const orNothing = <T extends z.ZodMiniType>(schema: T, wrong?: FieldCode) =>
  z.nullish(z.union([z.literal(''), schema], wrong));

/** 'lat,lng' in Albania with at most six decimals; more are rounded. */
export const Distance = z.string().check(
  oneLine(),
  z.refine((typed) => readTypedPlace(typed) !== null, errorCode('invalidPlace')),
  z.overwrite(
    (typed) =>
      readTypedPlace(typed)
        ?.map((degrees) => Number(degrees.toFixed(6)))
        .join() ?? typed,
  ),
);
