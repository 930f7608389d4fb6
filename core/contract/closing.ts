/** What one fills in to close an account. */
import * as z from 'zod/mini';
import { Password } from './credentials.ts';
import { said } from './field-errors.ts';

const GivesUp = z.literal(true, said('givesUp'));

/** An account without a password is closed by whoever came in just now; who loses nothing gives nothing up. */
export const Closing = z.object({ password: z.optional(Password), givesUp: z.optional(GivesUp) });

/** The same as its form asks it. */
export const closingForm = ({ hasPassword, losesSome }: { hasPassword: boolean; losesSome: boolean }) =>
  z.object({
    password: hasPassword ? Password : z.optional(Password),
    givesUp: losesSome ? GivesUp : z.optional(GivesUp),
  });
