/** Sign-in with an identity provider: Google, and Apple where it is configured. */
import * as z from 'zod/mini';
import { endpoint } from '#core/contract/endpoint.ts';
import { Done, Instant } from '#core/contract/shapes.ts';
import { providers } from '#core/domain/accounts.ts';
import { MAX_CODE, SignedIn } from './accounts.ts';
import { OwnerForm } from './second-factors.ts';

const Provider = z.enum(providers);

/** An account at a provider that signs in to an account here. */
export const LinkedAccount = z.object({
  provider: Provider,
  email: z.string(),
  linkedAt: Instant,
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** Sent by our own pages besides the credential; not part of the specification. */
const Extras = {
  /** One-time code or recovery code, after a refusal `accounts.codeNeeded`. */
  code: z.optional(z.string().check(z.maxLength(MAX_CODE))),
  rememberMe: z.optional(z.boolean()),
  /** Absent: an account is created without asking. False: no account is created. */
  acceptsTerms: z.optional(z.boolean()),
};

export const identities = {
  nonce: endpoint({
    method: 'POST',
    path: '/api/auth/nonce',
    access: 'anyone',
    summary: 'A nonce that the ID token has to contain, so that a token issued for another page is refused.',
    answer: z.object({ nonce: z.string() }),
  }),
  google: endpoint({
    method: 'POST',
    path: '/api/auth/google',
    access: 'anyone',
    summary: 'Signs in with an ID token of Google; creates the account when there is none. A token is accepted once.',
    body: z.object({ credential: z.string(), ...Extras }),
    limit: 'signInsPerMinute',
    priority: 'high',
    answer: SignedIn,
  }),
  apple: endpoint({
    method: 'POST',
    path: '/api/auth/apple',
    access: 'anyone',
    summary: 'The same with an ID token of Apple; 404 where that is not set up.',
    body: z.object({ credential: z.optional(z.string()), ...Extras }),
    limit: 'signInsPerMinute',
    priority: 'high',
    answer: SignedIn,
  }),
  linked: endpoint({
    method: 'GET',
    path: '/api/auth/identities',
    access: 'user',
    summary: 'The provider accounts linked to the signed-in user, oldest first.',
    answer: z.array(LinkedAccount),
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/auth/identities',
    access: 'user',
    summary:
      'Links the provider account of the credential. Needs the password, or a recent sign-in of an account without one.',
    body: z.extend(OwnerForm, { provider: Provider, credential: z.string() }),
    limit: 'linkings',
    answer: Done,
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/api/auth/identities/unlink',
    access: 'user',
    summary:
      'Unlinks a provider account and ends all other sessions; idempotent. 409 when it is the only way to sign in.',
    body: z.extend(OwnerForm, { provider: Provider }),
    limit: 'linkings',
    priority: 'high',
    answer: Done,
  }),
};
