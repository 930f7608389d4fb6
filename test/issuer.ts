/** Somebody who vouches for people, on this machine: signs whatever a test wants, and tells its keys as Google and Apple do. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';

export const CLIENT_ID = 'bukuri.apps.googleusercontent.com';
const KID = 'one';

export type Claims = Record<string, unknown>;

export interface Issuer {
  url: string;
  publicKey: CryptoKey;
  /** How often somebody asked for its keys. */
  asked: () => number;
  /** Whether it answers. */
  isAway: boolean;
  /** What of its keys it tells, beside its own. */
  tellAlso: (key: object) => void;
  /** A credential for this shop that holds for an hour, unless something else is said; undefined takes a claim away. */
  sign: (claims?: Claims, how?: { header?: Partial<JWTHeaderParameters>; key?: CryptoKey }) => Promise<string>;
  close: () => Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys: object[] = [{ ...(await exportJWK(publicKey)), kid: KID, alg: 'RS256', use: 'sig' }];
  let asked = 0;
  let subjects = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const isThere = ['/oauth2/v3/certs', '/auth/keys'].includes(request.url ?? '') && !issuer.isAway;
    response.writeHead(isThere ? 200 : 503, { 'content-type': 'application/json' });
    response.end(isThere ? JSON.stringify({ keys }) : '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: Issuer = {
    url,
    publicKey,
    asked: () => asked,
    isAway: false,
    tellAlso: (key) => void keys.push(key),
    sign(claims = {}, { header = {}, key = privateKey } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const sub = `1${String(++subjects).padStart(20, '0')}`;
      const usual = { iss: url, aud: CLIENT_ID, azp: CLIENT_ID, sub, iat: now, exp: now + 3600 };
      const mail = { email: `person${subjects}@gmail.com`, email_verified: true };
      const payload = { ...usual, ...mail, ...claims } as JWTPayload;
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: KID, typ: 'JWT', ...header }).sign(key);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return issuer;
}
