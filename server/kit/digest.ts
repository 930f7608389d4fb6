/** Hashes of values that are not stored or not shown. */
import { createHash } from 'node:crypto';

/** Its SHA-256 as base64url, 43 characters: enough for what nobody can guess, and for passwords not at all (`passwords.ts`). */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
