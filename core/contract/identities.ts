/** Who one is, as somebody else vouches for it: Google, and Apple where it is set up. */
import * as z from 'zod/mini';
import { providers } from '#core/domain/providers.ts';
import { SignedIn } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { MAX_CODE, OwnerForm } from './second-factors.ts';
import { Done, Instant } from './shapes.ts';

const Provider = z.enum(providers);

/** An account elsewhere that opens one here. */
export const LinkedAccount = z.object({
  provider: Provider,
  /** As the provider said it when it was linked. */
  email: z.string(),
  linkedAt: Instant,
});
export type LinkedAccount = z.infer<typeof LinkedAccount>;

/** What our own pages say besides the credential (the specified client does not). */
const Wish = {
  /** Where the account asks for one (`accounts.codeNeeded`): of an app, or a recovery code. */
  code: z.optional(z.string().check(z.maxLength(MAX_CODE))),
  rememberMe: z.optional(z.boolean()),
  /** Absent: an account is made without a word of it. False: none is made, until somebody accepts. */
  acceptsTerms: z.optional(z.boolean()),
};

export const identities = {
  nonce: endpoint({
    method: 'POST',
    path: '/api/auth/nonce',
    access: 'anyone',
    summary: 'What a credential has to hold that is asked for on this page, so that nobody else can bring theirs here.',
    answer: z.object({ nonce: z.string() }),
  }),
  google: endpoint({
    method: 'POST',
    path: '/api/auth/google',
    access: 'anyone',
    summary: 'Signs in with an ID token of Google; makes the account when there is none. A token serves once.',
    body: z.object({ credential: z.string(), ...Wish }),
    limit: 'arrivals',
    goesFirst: true,
    answer: SignedIn,
  }),
  apple: endpoint({
    method: 'POST',
    path: '/api/auth/apple',
    access: 'anyone',
    summary: 'The same with an ID token of Apple; 404 where that is not set up.',
    body: z.object({ credential: z.optional(z.string()), ...Wish }),
    limit: 'arrivals',
    goesFirst: true,
    answer: SignedIn,
  }),
  linked: endpoint({
    method: 'GET',
    path: '/api/auth/identities',
    access: 'user',
    summary: 'The accounts elsewhere that open the one of the signed-in user, the oldest first.',
    answer: z.array(LinkedAccount),
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/auth/identities',
    access: 'user',
    summary:
      'Links the account elsewhere that signed the credential. Asks for the password; an account without one came in just now.',
    body: z.extend(OwnerForm, { provider: Provider, credential: z.string() }),
    limit: 'linkings',
    answer: Done,
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/api/auth/identities/unlink',
    access: 'user',
    summary:
      'An account elsewhere opens this one no more, and all other sessions end; absent answers the same. 409 where nothing else opens it.',
    body: z.extend(OwnerForm, { provider: Provider }),
    limit: 'linkings',
    goesFirst: true,
    answer: Done,
  }),
};
