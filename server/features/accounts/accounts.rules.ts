import * as z from 'zod/mini';
import { AppError } from '#server/kit/http/errors.ts';
import { commonPasswords } from './common-passwords.ts';

export const MIN_PASSWORD = 8;
const Email = z.email();

export interface Registration {
  email: string;
  password: string;
  acceptsTerms: boolean;
}

/** The account one asked for, or the reason why it cannot be. The e-mail is also the username. */
export function checkRegistration(body: {
  username?: string | undefined;
  email: string;
  passwordHash: string;
  acceptsTerms?: boolean | undefined;
}): Registration {
  const email = normalEmail(body.email);
  if (!Email.safeParse(email).success) throw new AppError(400, 'accounts.emailInvalid');
  if (body.username && normalEmail(body.username) !== email) throw new AppError(400, 'accounts.usernameDiffers');
  checkPassword(body.passwordHash, email);
  return { email, password: body.passwordHash, acceptsTerms: body.acceptsTerms === true };
}

export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

function checkPassword(password: string, email: string): void {
  if ([...password].length < MIN_PASSWORD) throw new AppError(400, 'accounts.passwordShort');
  const plain = password.toLowerCase();
  const isCommon =
    commonPasswords.has(plain) || plain === email || plain === email.split('@')[0] || isMonotonous(plain);
  if (isCommon) throw new AppError(400, 'accounts.passwordCommon');
}

/** One or two characters repeated, or a run such as 12345678 or abcdefgh. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const steps = new Set([...text].slice(1).map((char, i) => char.charCodeAt(0) - text.charCodeAt(i)));
  return steps.size === 1;
}
