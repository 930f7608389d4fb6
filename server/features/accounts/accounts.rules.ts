import { NewAccount } from '#core/contract/credentials.ts';
import { codeOf, fieldErrors } from '#core/contract/field-errors.ts';
import type { FieldCode } from '#core/domain/field-codes.ts';
import { AppError, type ProblemCode } from '#server/kit/http/errors.ts';
import { commonPasswords } from './common-passwords.ts';

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
  const read = NewAccount.safeParse({ email: body.email, password: body.passwordHash }, { error: codeOf });
  const wrong = fieldErrors(read.error?.issues ?? [], 'body');
  if (wrong.email) throw refusal('accounts.emailInvalid', { email: wrong.email });
  if (body.username && normalEmail(body.username) !== normalEmail(body.email)) {
    throw refusal('accounts.usernameDiffers', { username: 'invalid' });
  }
  if (!read.success) throw refusal('accounts.passwordShort', { passwordHash: wrong.password ?? 'invalid' });
  const { email, password } = read.data;
  if (isCommon(password, email)) throw refusal('accounts.passwordCommon', { passwordHash: 'passwordCommon' });
  return { email, password, acceptsTerms: body.acceptsTerms === true };
}

const refusal = (code: ProblemCode, fields: Record<string, FieldCode>) =>
  new AppError(400, code, { details: { fields } });

export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

function isCommon(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  return commonPasswords.has(plain) || plain === email || plain === email.split('@')[0] || isMonotonous(plain);
}

/** One or two characters repeated, or a run such as 12345678 or abcdefgh. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const steps = new Set([...text].slice(1).map((char, i) => char.charCodeAt(0) - text.charCodeAt(i)));
  return steps.size === 1;
}
