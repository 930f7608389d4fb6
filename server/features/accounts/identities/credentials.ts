/** Credentials of identity providers: verification, nonces and one-time use. */

import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from '#core/domain/accounts.ts';
import type { Deps } from '#server/deps.ts';
import {
  InvalidCredential,
  SigningKeysUnavailable,
  type VerifiedClaims,
} from '#server/gateways/identity/identity-provider.ts';
import type { Tx } from '#server/kit/db/db.ts';
import { digestOf } from '#server/kit/digest.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { cookieOf } from '#server/kit/http/request-context.ts';

export interface PresentedCredential {
  provider: Provider;
  credential: string;
  /** The nonce of the page; null without one. */
  nonce: string | null;
}

/** Null for any invalid credential. */
export async function verifyCredential(
  { config, identities, log }: Pick<Deps, 'config' | 'identities' | 'log'>,
  { provider, credential, nonce }: PresentedCredential,
): Promise<VerifiedClaims | null> {
  const party = identities[provider];
  const isNonceNeeded = config.production && !config.isPublicUrlLocal;
  if (!party || (isNonceNeeded && nonce === null)) return null;
  try {
    return await party.verify(credential, { nonce });
  } catch (error) {
    if (error instanceof SigningKeysUnavailable) throw providerUnavailable(provider);
    if (!(error instanceof InvalidCredential)) throw error;
    log.info({ provider, reason: error.message }, 'a credential was refused');
    return null;
  }
}

const codes = { google: 'identities.googleFailed', apple: 'identities.appleFailed' } as const;
const away = { google: 'identities.googleAway', apple: 'identities.appleAway' } as const;

export const failed = (provider: Provider, status = 401) => new AppError(status, codes[provider]);

export const providerUnavailable = (provider: Provider) => new AppError(503, away[provider], { retryAfter: 30 });

export interface Nonces {
  /** Null for a browser without one. */
  of(request: FastifyRequest): string | null;
  /** The same in all tabs, until the browser is closed. */
  give(request: FastifyRequest, reply: FastifyReply): string;
}

export function createNonces(isHttps: boolean): Nonces {
  const name = isHttps ? '__Host-bukuri-nonce' : 'bukuri-nonce';
  const attributes = `; Path=/; SameSite=Lax${isHttps ? '; Secure' : ''}; HttpOnly`;
  const read = (request: FastifyRequest) => {
    const value = cookieOf(request, name);
    return value && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : null;
  };
  return {
    of(request) {
      const value = read(request);
      return value && digestOf(value);
    },
    give(request, reply) {
      const known = read(request);
      const value = known ?? randomBytes(16).toString('base64url');
      if (!known) reply.header('set-cookie', `${name}=${value}${attributes}`);
      return digestOf(value);
    },
  };
}

/** How long the same browser may repeat a credential, whose response may have been lost. */
const AGAIN_SECONDS = 60;
/** Allowed clock skew between nodes and database. */
const LEEWAY_SECONDS = 300;

/**
 * Whether it is used for the first time, or repeated by the same browser a moment later. Concurrent uses wait for the
 * transaction.
 */
export async function useAssertion(
  tx: Tx,
  { hash, browser, expiresAt }: { hash: string; browser: string | null; expiresAt: Date },
): Promise<boolean> {
  const until = new Date(expiresAt.getTime() + LEEWAY_SECONDS * 1000);
  const { rowCount } = await tx.execute(sql`
    insert into used_assertions (hash, browser, expires_at) values (${hash}, ${browser ?? ''}, ${until})
    on conflict (hash) do update set browser = excluded.browser
      where used_assertions.browser = excluded.browser and excluded.browser <> ''
        and used_assertions.used_at > now() - make_interval(secs => ${AGAIN_SECONDS})`);
  return rowCount === 1;
}
