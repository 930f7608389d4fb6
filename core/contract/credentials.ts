/** What one fills in to come in, and to get an account. */
import * as z from 'zod/mini';
import { said } from './field-errors.ts';

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1024;
export const MAX_EMAIL = 254;

/** No mail is delivered under that name, anywhere (RFC 2606). */
const isReachable = (email: string) => !email.endsWith('.invalid');

export const Email = z
  .string(said('invalidEmail'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(MAX_EMAIL, said('invalidEmail')),
    z.email(said('invalidEmail')),
    z.refine(isReachable, said('invalidEmail')),
  );
export const Password = z
  .string(said('passwordRequired'))
  .check(z.minLength(1, { error: said('passwordRequired'), abort: true }), z.maxLength(MAX_PASSWORD));

export const Credentials = z.object({ email: Email, password: Password, rememberMe: z.boolean() });

/** What one fills in to be mailed a link. */
export const ResetRequest = z.object({ email: Email });

/** Counted as people do: a flag or an emoji is one. */
const isLongEnough = (password: string) => [...password].length >= MIN_PASSWORD;

/** Whether it is among the commonest is for the server to say. */
const NewPassword = Password.check(z.refine(isLongEnough, said('passwordShort')));

export const NewAccount = z.object({ email: Email, password: NewPassword });

export const PasswordChange = z.object({ current: Password, password: NewPassword });

/** The password of an account that somebody says to have made. */
export const OwnPassword = z.object({ password: Password });

/** The same where it may not be needed. */
export const OwnPasswordIfAsked = z.partial(OwnPassword);

/** Another password for an account. */
export const PasswordReset = z.pick(NewAccount, { password: true });

/** What our own forms ask besides (the specified client does not). */
export const Terms = z.object({ acceptsTerms: z.literal(true, said('terms')) });

export const Registration = z.extend(NewAccount, { rememberMe: z.boolean(), ...Terms.shape });
