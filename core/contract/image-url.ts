import * as z from 'zod/mini';
import { IMAGE_PATTERN } from '../domain/deals.ts';
import { cleaned } from './clean-text.ts';
import { errorCode } from './field-errors.ts';

export const MAX_URL = 500;

/** An uploaded picture or video, one of the demo pictures, or an https address. */
export const ImageUrl = z.string().check(
  cleaned(),
  z.maxLength(MAX_URL),
  z.regex(/^(https:\/\/|\/(media|pictures)\/)[\x21-\x7e]+$/, errorCode('invalidImage')),
  z.refine((url) => new RegExp(IMAGE_PATTERN).test(url) && !url.includes('..'), errorCode('invalidImage')),
);
