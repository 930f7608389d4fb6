/** A code of an app beside the password: set up, proven by a first code, given up with one. */
import * as z from 'zod/mini';
import { MAX_PASSWORD, Password } from './credentials.ts';
import { endpoint } from './endpoint.ts';
import { said } from './field-errors.ts';
import { Done } from './shapes.ts';

export const MAX_CODE = 40;

/** Six digits of an app, or a recovery code; written with spaces or hyphens as one likes. */
const Code = z
  .string(said('wrongCode'))
  .check(z.trim(), z.minLength(1, said('required')), z.maxLength(MAX_CODE, said('wrongCode')));

export const CodeForm = z.object({ code: Code });

/** Whoever has no password shows by coming in just now who they are. */
export const OwnerForm = z.object({ password: z.optional(z.string().check(z.maxLength(MAX_PASSWORD))) });
export const OwnerWithPassword = z.object({ password: Password });

/** Shown once: the shop keeps their hashes alone. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactors = {
  state: endpoint({
    method: 'GET',
    path: '/api/auth/second-factor',
    access: 'user',
    summary: 'Whether signing in asks for a code too, and how many recovery codes are left.',
    answer: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    access: 'user',
    summary:
      'A new secret for an app, of an account whose e-mail is confirmed; nothing changes until a code of it is. An account without a password came in just now.',
    body: OwnerForm,
    limit: 'ownPasswords',
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    access: 'user',
    summary:
      'From now on signing in asks for a code. The recovery codes are told this once; where that was lost, the same code gets others.',
    body: CodeForm,
    limit: 'codes',
    answer: RecoveryCodes,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes',
    access: 'user',
    summary: 'New recovery codes; the ones before are worth nothing.',
    body: CodeForm,
    limit: ['codes', 'renewals'],
    answer: RecoveryCodes,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/end',
    access: 'user',
    summary: 'Signing in asks for the password alone again.',
    body: CodeForm,
    limit: 'codes',
    answer: Done,
  }),
};
