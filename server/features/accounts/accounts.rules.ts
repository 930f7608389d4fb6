import { NewAccount } from '#core/contract/accounts/accounts.ts';
import { cleanText } from '#core/contract/clean-text.ts';
import type { FieldCode } from '#core/contract/field-errors.ts';
import { codeOf, fieldErrors } from '#core/contract/field-errors.ts';
import { isDemoEmail } from '#core/domain/shop.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, type ProblemCode } from '#server/kit/http/errors.ts';
import { isEasilyGuessed } from './password-rules.ts';

export interface Registration {
  email: string;
  password: string;
  acceptsTerms: boolean;
  rememberMe: boolean;
}

/** Validates a registration; the email address is also the username. */
export function checkRegistration(body: {
  username?: string | undefined;
  email: string;
  passwordHash: string;
  acceptsTerms?: boolean | undefined;
  rememberMe?: boolean | undefined;
}): Registration {
  const read = NewAccount.safeParse({ email: body.email, password: body.passwordHash }, { error: codeOf });
  const wrong = fieldErrors(read.error?.issues ?? [], 'body');
  if (wrong.email) throw refusal('accounts.emailInvalid', { email: wrong.email });
  if (body.username && normalEmail(body.username) !== normalEmail(body.email)) {
    throw refusal('accounts.usernameDiffers', { username: 'invalid' });
  }
  if (!read.success) throw refusal('accounts.passwordShort', { passwordHash: wrong.password ?? 'invalid' });
  const { email, password } = read.data;
  checkPassword(password, email, 'passwordHash');
  return { email, password, acceptsTerms: body.acceptsTerms === true, rememberMe: body.rememberMe === true };
}

/** @param field - the input field that holds it */
export function checkPassword(password: string, email: string, field = 'password'): void {
  if (isEasilyGuessed(password, email)) throw refusal('accounts.passwordCommon', { [field]: 'passwordCommon' });
}

/** Demo accounts have published passwords, so they are closed on a public shop. */
export const isClosedDemoAccount = (
  email: string,
  { isPublicUrlLocal }: Pick<Deps['config'], 'isPublicUrlLocal'>,
): boolean => isDemoEmail(email) && !isPublicUrlLocal;

const refusal = (code: ProblemCode, fields: Record<string, FieldCode>) =>
  new AppError(400, code, { details: { fields } });

export function normalEmail(text: string): string {
  return cleanText(text).toLowerCase();
}
