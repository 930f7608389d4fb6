/** How somebody wants to be called. */
import * as z from 'zod/mini';

export const MAX_NAME = 60;

/** Marks that nobody sees turn the letters around them: no name needs those. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Without a name one is called by one's e-mail again. */
export const OwnName = z.object({
  displayName: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(MAX_NAME),
      z.refine((name) => !UNSEEN.test(name)),
    ),
  ),
});
export type OwnName = z.infer<typeof OwnName>;
