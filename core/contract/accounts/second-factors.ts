/** Second factor (TOTP): set up, confirmed by a first code, switched off with a code; and its forms. */
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { endpoint } from '#core/contract/endpoint.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { Done } from '#core/contract/shapes.ts';
import { MAX_CODE, MAX_PASSWORD, Password } from './accounts.ts';

/** One-time code or recovery code; spaces and hyphens are allowed. */
const Code = z
  .string(errorCode('wrongCode'))
  .check(cleaned(), z.minLength(1, errorCode('required')), z.maxLength(MAX_CODE, errorCode('wrongCode')));

export const CodeForm = z.object({ code: Code });

/** Re-authentication: an account without a password must have signed in recently instead. */
export const OwnerForm = z.object({ password: z.optional(z.string().check(z.maxLength(MAX_PASSWORD))) });
export const OwnerWithPassword = z.object({ password: Password });

/** Shown once; only hashes are stored. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactors = {
  state: endpoint({
    method: 'GET',
    path: '/api/auth/second-factor',
    access: 'user',
    summary: 'Whether the second factor is on, and how many recovery codes are left.',
    answer: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.int() }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    access: 'user',
    summary:
      'A new secret for an authenticator app; takes effect when a first code is confirmed. Needs a confirmed e-mail, and the password or a recent sign-in.',
    body: OwnerForm,
    limit: 'ownPasswords',
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    access: 'user',
    summary:
      'Switches the second factor on and answers the recovery codes; a repeated call with the same code answers new ones.',
    body: CodeForm,
    limit: 'codes',
    answer: RecoveryCodes,
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes',
    access: 'user',
    summary: 'New recovery codes; the previous ones become invalid.',
    body: CodeForm,
    limit: ['codes', 'renewals'],
    answer: RecoveryCodes,
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/end',
    access: 'user',
    summary: 'Switches the second factor off.',
    body: CodeForm,
    limit: 'codes',
    answer: Done,
  }),
};
