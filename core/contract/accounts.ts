/** Who one is: sign in, create an account, sign out. */
import * as z from 'zod/mini';
import { MAX_EMAIL, MAX_PASSWORD, Password, PasswordChange, PasswordReset, ResetRequest } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { said } from './field-errors.ts';
import { MAX_CODE } from './second-factors.ts';
import { Done, Id, Instant } from './shapes.ts';

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  canPostDeals: z.boolean(),
  /** Whether somebody showed that mails to the address reach them; additive. */
  isEmailVerified: z.boolean(),
  /** Whether a password opens the account, and not only somebody who vouches for them; additive. */
  hasPassword: z.boolean(),
  /** How they want to be called; additive. */
  displayName: z.nullable(z.string()),
  /** In which they are written to; additive. */
  language: z.enum(['sq', 'en']),
  createdAt: Instant,
});
export type User = z.infer<typeof User>;

/** What a link in a mail ends with. */
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
      /** Where the account asks for one (`accounts.codeNeeded`): of an app, or a recovery code. */
      code: z.optional(z.string().check(z.maxLength(MAX_CODE))),
    }),
    limit: ['arrivals', 'logins', 'networkLogins'],
    goesFirst: true,
    answer: SignedIn,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    summary: 'Creates an account and signs it in. `passwordHash` carries the entered password; `role` is ignored.',
    body: z.object({
      username: z.optional(z.string().check(z.maxLength(MAX_EMAIL))),
      email: z.string(said('invalidEmail')).check(z.maxLength(MAX_EMAIL, said('invalidEmail'))),
      passwordHash: Password,
      role: z.optional(z.string()),
      acceptsTerms: z.optional(z.boolean()),
      rememberMe: z.optional(z.boolean()),
    }),
    limit: ['registrations', 'networkRegistrations'],
    goesFirst: true,
    answer: SignedIn,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/password',
    access: 'user',
    summary: 'Sets another password and ends all sessions but this one, which gets another id.',
    body: PasswordChange,
    limit: 'passwordChanges',
    goesFirst: true,
    answer: Done,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    summary: 'Ends the session for good, on every node.',
    goesFirst: true,
    answer: Done,
  }),
  resetRequest: endpoint({
    method: 'POST',
    path: '/api/auth/reset-request',
    access: 'anyone',
    summary: 'Mails a link to set another password to who has an account; answers the same to who has none.',
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
    summary: 'Sets another password by the link of a mail and ends all sessions of the account; signs nobody in.',
    bodyKind: 'form',
    form: { page: '/reset', said: 'changed', keeps: ['token'] },
    body: z.extend(PasswordReset, { token: Token }),
    goesFirst: true,
    answer: Done,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/auth/verify',
    access: 'anyone',
    summary:
      'Shows by the link of a mail that its address is theirs, and by the session or the password of the account that it is their account; the same link says it again.',
    bodyKind: 'form',
    form: { page: '/verify', said: 'confirmed', keeps: ['token'] },
    body: z.object({
      token: Token,
      /** Of the account, where this browser is not signed in to it (`accounts.passwordNeeded`). */
      password: z.optional(z.string().check(z.maxLength(MAX_PASSWORD))),
    }),
    answer: Done,
  }),
  verifyRequest: endpoint({
    method: 'POST',
    path: '/api/auth/verify-request',
    access: 'user',
    summary: 'Mails another link to confirm the address; nothing where it is confirmed.',
    answer: Done,
  }),
};
