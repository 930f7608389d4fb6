/** How somebody wants to be called. */
import * as z from 'zod/mini';
import { said } from './field-errors.ts';

export const MAX_NAME = 60;

/** Marks that nobody sees turn the letters around them, or are all there is: no name needs those, but for what joins letters and pictures. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** What is seen of it: no blank, filler or Braille without a dot. */
const SEEN = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Without a name one is called by one's e-mail again. */
export const OwnName = z.object({
  displayName: z.optional(
    z.string().check(
      // Some letters become three.
      z.normalize(),
      z.trim(),
      z.minLength(1),
      z.refine((name) => SEEN.test(name), said('required')),
      z.maxLength(MAX_NAME),
      z.refine((name) => !UNSEEN.test(name)),
    ),
  ),
});
export type OwnName = z.infer<typeof OwnName>;
