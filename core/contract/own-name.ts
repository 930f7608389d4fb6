/** How somebody wants to be called. */
import * as z from 'zod/mini';

export const MAX_NAME = 60;

/** Marks that nobody sees turn the letters around them, or are all there is: no name needs those, but for what joins letters and pictures. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** What is seen of it. */
const SEEN = /[^\s\u200c\u200d]/u;

/** Without a name one is called by one's e-mail again. */
export const OwnName = z.object({
  displayName: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1),
      z.maxLength(MAX_NAME),
      z.refine((name) => SEEN.test(name) && !UNSEEN.test(name)),
    ),
  ),
});
export type OwnName = z.infer<typeof OwnName>;
