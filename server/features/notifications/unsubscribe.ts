/** The address in emails that ends notifications by email: it names the account and works without sign-in. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/deps.ts';

const signatureOf = (key: string, userId: string) =>
  createHmac('sha256', key).update(`unsubscribe ${userId}`).digest('base64url');

export function unsubscribeUrl({ keys, config }: Pick<Deps, 'keys' | 'config'>, userId: string): string {
  return `${config.publicUrl}/unsubscribe?token=${userId}.${signatureOf(keys.unsubscribe, userId)}`;
}

/** The account of a token; null for a wrong one. */
export function readUnsubscribeToken({ keys }: Pick<Deps, 'keys'>, token: string): string | null {
  const [userId = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(keys.unsubscribe, userId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null;
}
