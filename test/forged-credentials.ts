/** What no provider signed for this shop, for this page and for now: each by what is wrong with it. */
import { createHmac, randomBytes } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';
import { CLIENT_ID, type Issuer } from './issuer.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const mac = (secret: string, header: object, payload: string) => {
  const said = `${encode(header)}.${payload}`;
  return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`;
};

/** `nonce`: what the page asked with. */
export async function forgedCredentials(
  issuer: Issuer,
  claims: Record<string, unknown>,
): Promise<Record<string, string>> {
  const other = await generateKeyPair('RS256', { extractable: true });
  const curve = await generateKeyPair('ES256', { extractable: true });
  const publicJwk: JWK = await exportJWK(other.publicKey);
  const signed = (more: Record<string, unknown>) => issuer.sign({ ...claims, ...more });
  const good = await signed({});
  const [head = '', payload = '', signature = ''] = good.split('.');
  const now = Math.floor(Date.now() / 1000);
  const rs = (header: object) => issuer.sign(claims, { header, key: other.privateKey });
  const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const ecToken = await new SignJWT(decoded).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(curve.privateKey);
  issuer.tellAlso({ ...(await exportJWK(curve.publicKey)), kid: 'curve' });
  return {
    'nothing at all': '',
    'no token': 'ana@gmail.com',
    'dots alone': '..',
    'a part too few': `${head}.${payload}`,
    'a part too many': `${good}.${signature}`,
    'random bytes': [8, 40, 32].map((length) => randomBytes(length).toString('base64url')).join('.'),
    'a token without end': `${good}${'A'.repeat(60_000)}`,
    'a claim without end': await signed({ padding: 'x'.repeat(8000) }),
    'an access token': `ya29.${randomBytes(80).toString('base64url')}`,
    'an access token of the same key': await issuer.sign(claims, { header: { typ: 'at+jwt' } }),
    'alg none': `${encode({ alg: 'none', kid: 'one' })}.${payload}.`,
    'alg None': `${encode({ alg: 'None', kid: 'one' })}.${payload}.${signature}`,
    'HS256 with the public key': mac(await exportSPKI(issuer.publicKey), { alg: 'HS256', kid: 'one' }, payload),
    'HS256 with the modulus': mac((await exportJWK(issuer.publicKey)).n ?? '', { alg: 'HS256', kid: 'one' }, payload),
    'HS256 with nothing': mac('', { alg: 'HS256', kid: 'one' }, payload),
    'another algorithm': ecToken,
    'another algorithm of a key that is told': await new SignJWT(decoded)
      .setProtectedHeader({ alg: 'ES256', kid: 'curve' })
      .sign(curve.privateKey),
    'another key under the same name': await rs({}),
    'an unknown key': await rs({ kid: 'two' }),
    'no name of a key': await issuer.sign(claims, { header: { kid: undefined } as never }),
    'a key of its own': await rs({ jwk: publicJwk }),
    'a place for its keys': await rs({ jku: 'https://keys.example/certs' }),
    'a place for its certificates': await rs({ x5u: 'https://keys.example/cert.pem' }),
    'a certificate of its own': await rs({ x5c: ['MIIB'] }),
    'a rule that nobody knows': `${encode({ alg: 'RS256', kid: 'one', crit: ['exp'], exp: now })}.${payload}.${signature}`,
    'another payload under the signature': `${head}.${encode({ ...decoded, sub: '2' })}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'another shop': await signed({ aud: 'else.apps.googleusercontent.com' }),
    'no shop': await signed({ aud: undefined }),
    'several shops': await signed({ aud: [CLIENT_ID, 'else.apps.googleusercontent.com'] }),
    'a list of this shop alone': await signed({ aud: [CLIENT_ID] }),
    'what another asked for': await signed({ azp: 'else.apps.googleusercontent.com' }),
    'another issuer': await signed({ iss: 'https://accounts.example' }),
    'an issuer that begins alike': await signed({ iss: `${issuer.url}.evil.example` }),
    'no issuer': await signed({ iss: undefined }),
    'what is over': await signed({ iat: now - 7200, exp: now - 300 }),
    'what never ends': await signed({ exp: undefined }),
    'an end that is no time': await signed({ exp: 'tomorrow' }),
    'what was signed tomorrow': await signed({ iat: now + 120 }),
    'what was signed long ago': await signed({ iat: now - 90_000, exp: now + 3600 }),
    'what was signed at no time': await signed({ iat: undefined }),
    'what does not hold yet': await signed({ nbf: now + 120 }),
    nobody: await signed({ sub: undefined }),
    'somebody without a name': await signed({ sub: '' }),
    'a name that is none': await signed({ sub: { id: 1 } }),
    'another page': await signed({ nonce: 'of-another-page' }),
  };
}
