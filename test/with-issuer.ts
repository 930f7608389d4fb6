/** A shop where Google and Apple are one issuer of a test, and people who come with what it signs. */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { identities } from '#core/contract/accounts/identities.ts';
import { ApiError } from '#core/contract/call.ts';
import type { Client, Shop, ShopOptions } from './client.ts';
import { CLIENT_ID, type Claims, type Issuer, startIssuer } from './issuer.ts';

/** For a test file: it ends with the last test. */
export async function testIssuer(): Promise<Issuer> {
  const issuer = await startIssuer();
  afterAll(issuer.close);
  return issuer;
}

export const withIssuer = ({ url }: Issuer): NonNullable<ShopOptions['config']> => {
  const party = { clientId: CLIENT_ID, issuer: url };
  return { identities: { google: party, apple: party } };
};

/** What a browser is told that comes with a credential: `200`, or such as `401 identities.googleFailed`. */
export async function arrival(
  client: Client,
  credential: string,
  more: { code?: string; rememberMe?: boolean; acceptsTerms?: boolean } = {},
): Promise<string> {
  try {
    await client(identities.google, { body: { credential, ...more } });
    return '200';
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code}`;
    throw error;
  }
}

export function post(client: Client, url: string, body: unknown, language = 'sq'): Promise<LightMyRequestResponse> {
  return client.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'accept-language': language },
    payload: JSON.stringify(body),
  });
}

/** A browser that came to the page and got a credential for it. */
export async function browserWith(
  { shop, issuer }: { shop: Shop; issuer: Issuer },
  claims: Claims = {},
): Promise<{ browser: Client; credential: string }> {
  const browser = shop.guest();
  const { nonce } = await browser(identities.nonce);
  return { browser, credential: await issuer.sign({ nonce, ...claims }) };
}
