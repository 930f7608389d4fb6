import * as z from 'zod/mini';
import { IMAGE_PATTERN } from '#core/domain/deals.ts';
import { cleaned } from './clean-text.ts';
import { errorCode } from './field-errors.ts';

export const MAX_URL = 500;

const SUBJECTS = '(eyebrows|hair|lips|massage|nails|skin|spa)';
/** Pattern of our own drawings, the demo pictures: files of `public/pictures`. */
export const DRAWING = `/pictures/(deals/${SUBJECTS}-[1-6]-(320|640|960)|categories/${SUBJECTS}-(160|320|640))\\.(avif|jpg|webp)`;

/** An uploaded picture or video, one of the demo pictures, or an https address. */
export const ImageUrl = z.string().check(
  cleaned(),
  z.maxLength(MAX_URL),
  z.regex(new RegExp(`^((https://|/media/)[\\x21-\\x7e]+|${DRAWING})$`), errorCode('invalidImage')),
  z.refine((url) => new RegExp(IMAGE_PATTERN).test(url) && !url.includes('..'), errorCode('invalidImage')),
);
