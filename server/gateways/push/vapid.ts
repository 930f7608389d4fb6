/** The keys that identify the shop to push services (VAPID, RFC 8292), and the contact that it names them. */
import { createECDH, ECDH, generateKeyPairSync } from 'node:crypto';
import { isIP } from 'node:net';

export interface VapidKeys {
  /** Uncompressed point, base64url. */
  publicKey: string;
  /** Base64url. */
  privateKey: string;
}

const CURVE = 'prime256v1';

export function newPrivateKey(): string {
  return generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'jwk' }).d ?? '';
}

/** Throws if it is no private key. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey('base64url');
}

/** Whether it is a point of the curve. */
export function isPublicKey(key: string): boolean {
  try {
    return ECDH.convertKey(key, CURVE, 'base64url').length > 0;
  } catch {
    // Any other bytes.
    return false;
  }
}

export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    return publicKeyOf(privateKey) === publicKey;
  } catch {
    // No key of this curve.
    return false;
  }
}

/** Apple refuses contacts that it could never reach; other services do not look. */
const UNREACHABLE = /(^|\.)(localhost|local|invalid|test|example)$/;

/** Whether it is a contact that all push services accept: `mailto:` an address, or an https URL. */
export function isVapidSubject(subject: string): boolean {
  const [, domain] = /^mailto:[^\s@<>,?]+@([\w.-]+)$/.exec(subject) ?? [];
  const host = (domain ?? hostOf(subject))?.toLowerCase();
  return !!host && host.includes('.') && isIP(host) === 0 && !UNREACHABLE.test(host);
}

function hostOf(subject: string): string | undefined {
  if (!URL.canParse(subject)) return undefined;
  const { protocol, hostname, username } = new URL(subject);
  return protocol === 'https:' && username === '' ? hostname : undefined;
}

/** Reserved by IANA: nobody reads it. For installations that no push service has to reach, as on one's own machine. */
const NOBODY = 'mailto:nobody@example.com';

/** The contact of the operator, else the shop, whichever push services accept first. */
export function defaultSubject({ contact, publicUrl }: { contact: string | undefined; publicUrl: string }): string {
  return [`mailto:${contact}`, publicUrl].find(isVapidSubject) ?? NOBODY;
}
