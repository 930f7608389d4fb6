/** Verification of OpenID Connect ID tokens. */
import type { FastifyBaseLogger } from 'fastify';
import { createLocalJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Email } from '#core/contract/accounts/accounts.ts';
import { textAt } from '#server/gateways/text-at.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import { type IdentityProvider, InvalidCredential } from './identity-provider.ts';
import { providerKeys } from './provider-keys.ts';

/** Allowed clock skew. */
const CLOCK_SKEW_SECONDS = 60;
/** Tokens of providers are less than half as long. */
const MAX_TOKEN_LENGTH = 4096;
const MAX_TOKEN_AGE = '24h';

export interface Issuer {
  name: string;
  /** Accepted `iss` values. */
  issuers: string[];
  keysUrl: string;
  /** Whether the provider itself runs the mailbox of a verified address. */
  isAuthoritative: (email: string, claims: Record<string, unknown>) => boolean;
}

export interface Parts {
  clientId: string;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function idTokens(issuer: Issuer, { clientId, clock, log }: Parts): IdentityProvider {
  const ask = async () => createLocalJWKSet(JSON.parse(await textAt(issuer.keysUrl)));
  const keys = providerKeys(ask, { clock, log, name: issuer.name });

  /** Of the token header only `kid` is used. */
  const keyOf: JWTVerifyGetKey = async (header, token) => {
    if (typeof header.kid !== 'string') throw new InvalidCredential('it names no key');
    try {
      return await (await keys.current())(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await keys.newest())(header, token);
    }
  };

  async function claimsOf(credential: string): Promise<JWTPayload> {
    if (credential.length > MAX_TOKEN_LENGTH) throw new InvalidCredential('it is too long');
    try {
      const { payload, protectedHeader } = await jwtVerify(credential, keyOf, {
        algorithms: ['RS256'],
        issuer: issuer.issuers,
        audience: clientId,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        maxTokenAge: MAX_TOKEN_AGE,
        currentDate: new Date(clock.now()),
      });
      if (!['JWT', undefined].includes(protectedHeader.typ)) throw new InvalidCredential('it is another kind of token');
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError)
        throw new InvalidCredential(`${error.code}: ${error.message}`, { cause: error });
      throw error;
    }
  }

  return {
    async verify(credential, { nonce }) {
      const claims = await claimsOf(credential);
      const { sub, aud, azp, iat = 0, exp = 0 } = claims;
      if (typeof aud !== 'string') throw new InvalidCredential('it is for several');
      if (azp !== undefined && azp !== clientId) throw new InvalidCredential('another asked for it');
      if ((claims.nonce ?? null) !== nonce) throw new InvalidCredential('another page asked for it');
      if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw new InvalidCredential('it is about nobody');
      const email = emailOf(claims);
      const isEmailVerified = email !== null && ['true', true].includes(claims.email_verified as string | boolean);
      return {
        subject: sub,
        email,
        isEmailVerified,
        isAuthoritative: isEmailVerified && issuer.isAuthoritative(email, claims),
        issuedAt: new Date(iat * 1000),
        expiresAt: new Date((exp + CLOCK_SKEW_SECONDS) * 1000),
      };
    },
  };
}

/** As OpenID Connect defines it. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** Validated like at registration. */
const emailOf = ({ email }: JWTPayload): string | null => Email.safeParse(email).data ?? null;
