/** What one fills in where a code is asked for. */
import * as z from 'zod/mini';
import { MAX_PASSWORD, Password } from './credentials.ts';
import { said } from './field-errors.ts';

export const MAX_CODE = 40;

/** Six digits of an app, or a recovery code; written with spaces or hyphens as one likes. */
export const CODE = z
  .string(said('wrongCode'))
  .check(z.trim(), z.minLength(1, said('required')), z.maxLength(MAX_CODE, said('wrongCode')));

export const CodeForm = z.object({ code: CODE });

/** Whoever has no password shows by coming in just now who they are. */
export const OwnerForm = z.object({ password: z.optional(z.string().check(z.maxLength(MAX_PASSWORD))) });
export const OwnerWithPassword = z.object({ password: Password });
