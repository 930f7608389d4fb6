/** The address in emails that ends notifications by email: it names the account and works without sign-in. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

const signatureOf = (secret: string, userId: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${userId}`).digest('base64url');

export function unsubscribeUrl({ secret, config }: Pick<Deps, 'secret' | 'config'>, userId: string): string {
  return `${config.publicUrl}/unsubscribe?token=${userId}.${signatureOf(secret, userId)}`;
}

/** The account of a token; null for a wrong one. */
export function readUnsubscribeToken({ secret }: Pick<Deps, 'secret'>, token: string): string | null {
  const [userId = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secret, userId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null;
}
