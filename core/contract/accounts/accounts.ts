/** Sign in, create an account, sign out, reset the password, confirm the e-mail address; and their forms. */
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import { errorCode, type FieldCode } from '#core/contract/field-errors.ts';
import { Done, Id, Instant } from '#core/contract/shapes.ts';
import { lengthOf } from '#core/domain/passwords.ts';

export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 1024;
export const MAX_EMAIL = 254;
/** Of a one-time code or a recovery code. */
export const MAX_CODE = 40;

/** `.invalid` is a reserved domain that receives no mail (RFC 2606). */
const isReachable = (email: string) => !email.endsWith('.invalid');

/** An email address; `code` is the error of any other text. */
export const emailOr = (code: FieldCode) =>
  z
    .string(code)
    .check(cleaned(), z.toLowerCase(), z.maxLength(MAX_EMAIL, code), z.email(code), z.refine(isReachable, code));

export const Email = emailOr('invalidEmail');
export const Password = z
  .string(errorCode('passwordRequired'))
  .check(z.minLength(1, { error: errorCode('passwordRequired'), abort: true }), z.maxLength(MAX_PASSWORD));

export const Credentials = z.object({ email: Email, password: Password, rememberMe: z.boolean() });

export const ResetRequest = z.object({ email: Email });

/** The server also refuses common passwords. */
const NewPassword = Password.check(
  z.refine((password) => lengthOf(password) >= MIN_PASSWORD, errorCode('passwordShort')),
);

export const NewAccount = z.object({ email: Email, password: NewPassword });

export const PasswordChange = z.object({ current: Password, password: NewPassword });

export const OwnPassword = z.object({ password: Password });
export const OwnPasswordIfAsked = z.partial(OwnPassword);

export const PasswordReset = z.pick(NewAccount, { password: true });

/** Required by our own forms; the API of the specification does not ask for it. */
export const Terms = z.object({ acceptsTerms: z.literal(true, errorCode('terms')) });

export const Registration = z.extend(NewAccount, { rememberMe: z.boolean(), ...Terms.shape });

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  canPostDeals: z.boolean(),
  /** Additive. */
  isEmailVerified: z.boolean(),
  /** False of an account that signs in with an identity provider only; additive. */
  hasPassword: z.boolean(),
  /** Additive. */
  displayName: z.nullable(z.string()),
  /** Language of e-mails; additive. */
  language: z.enum(['sq', 'en']),
  createdAt: Instant,
});
export type User = z.infer<typeof User>;

/** Token of an e-mailed link. */
const Token = z.string().check(z.minLength(1), z.maxLength(200));

export const SignedIn = z.object({ user: User });

export const accounts = {
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    access: 'user',
    summary: 'The signed-in user; 401 when nobody is signed in.',
    answer: SignedIn,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    summary: 'Signs in with e-mail (held as username) and password; starts a new session.',
    body: z.object({
      username: z.string().check(z.minLength(1), z.maxLength(MAX_EMAIL)),
      password: z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD)),
      rememberMe: z.optional(z.boolean()),
      /** One-time code or recovery code, after a refusal `accounts.codeNeeded`. */
      code: z.optional(z.string().check(z.maxLength(MAX_CODE))),
    }),
    limit: ['signInsPerMinute', 'logins', 'networkLogins'],
    priority: 'high',
    answer: SignedIn,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    summary: 'Creates an account and signs it in. `passwordHash` carries the entered password; `role` is ignored.',
    body: z.object({
      username: z.optional(z.string().check(z.maxLength(MAX_EMAIL))),
      email: z.string(errorCode('invalidEmail')).check(z.maxLength(MAX_EMAIL, errorCode('invalidEmail'))),
      passwordHash: Password,
      role: z.optional(z.string()),
      acceptsTerms: z.optional(z.boolean()),
      rememberMe: z.optional(z.boolean()),
    }),
    limit: ['registrations', 'networkRegistrations'],
    priority: 'high',
    answer: SignedIn,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/password',
    access: 'user',
    summary: 'Sets a new password, ends all other sessions and renews the id of this one.',
    body: PasswordChange,
    limit: 'passwordChanges',
    priority: 'high',
    answer: Done,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    summary: 'Ends the session on every node.',
    priority: 'high',
    answer: Done,
  }),
  resetRequest: endpoint({
    method: 'POST',
    path: '/api/auth/reset-request',
    access: 'anyone',
    summary: 'E-mails a password reset link; the answer does not reveal whether the account exists.',
    bodyKind: 'form',
    form: { page: '/reset', said: 'sent' },
    body: ResetRequest,
    limit: ['resetRequests', 'networkResetRequests'],
    answer: Done,
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/auth/reset',
    access: 'anyone',
    summary:
      'Sets a new password with the token of an e-mailed link and ends all sessions of the account; does not sign in.',
    bodyKind: 'form',
    form: { page: '/reset', said: 'changed', keeps: ['token'] },
    body: z.extend(PasswordReset, { token: Token }),
    priority: 'high',
    answer: Done,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/auth/verify',
    access: 'anyone',
    summary:
      'Confirms the e-mail address with the token of an e-mailed link, and the account with its session or password; idempotent.',
    bodyKind: 'form',
    form: { page: '/verify', said: 'confirmed', keeps: ['token'] },
    body: z.object({
      token: Token,
      /** Needed when this browser is not signed in to the account (`accounts.passwordNeeded`). */
      password: z.optional(z.string().check(z.maxLength(MAX_PASSWORD))),
    }),
    answer: Done,
  }),
  verifyRequest: endpoint({
    method: 'POST',
    path: '/api/auth/verify-request',
    access: 'user',
    summary: 'E-mails a new confirmation link; does nothing when the address is confirmed.',
    answer: Done,
  }),
};
