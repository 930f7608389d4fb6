import type { FastifyReply, FastifyRequest } from 'fastify';
import { identities } from '#core/contract/accounts/identities.ts';
import type { Deps } from '#server/deps.ts';
import { browserOf } from '#server/features/accounts/accounts.service.ts';
import { loginAttemptFrom } from '#server/kit/http/actor.ts';
import { securityEventLogger } from '#server/kit/http/security-event-log.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import type { Limits } from '#server/kit/limits/limits.ts';
import { createNonces, failed } from './credentials.ts';
import { type Arrival, linkAccount, signInWithProvider, unlinkAccount } from './identities.service.ts';
import { listIdentities } from './linked-identities.store.ts';

const identitiesLimits = {
  /** Attempts of one owner to link or unlink. */
  linkings: { max: 20, seconds: 3600, isExact: true, skipWhen: 'strangers' },
} as const satisfies Limits;

function identitiesRoutes(serve: Serve, deps: Deps): void {
  const { actors, knownDevices, sessions } = deps;
  const tell = securityEventLogger(deps.log);
  const nonces = createNonces(deps.config.publicUrl.startsWith('https:'));

  serve(identities.nonce, ({ request, reply }) => {
    const nonce = nonces.give(request, reply);
    // A browser with a cookie may repeat a credential whose response was lost.
    knownDevices.keep(request, reply);
    return { nonce };
  });

  serve(identities.google, ({ body, request, reply }) => enter({ ...body, provider: 'google' }, request, reply));

  serve(identities.apple, ({ body: { credential, ...input }, request, reply }) => {
    if (!deps.identities.apple) throw failed('apple', 404);
    return enter({ ...input, credential: credential ?? '', provider: 'apple' }, request, reply);
  });

  serve(identities.linked, ({ user }) => listIdentities(deps.db, user.id));

  serve(identities.link, async ({ body, user, request }) => {
    const input = { ...body, password: body.password, user, nonce: nonces.of(request) };
    await linkAccount(deps, input, {
      loginAttempt: loginAttemptFrom(deps, request, user.email),
      browser: knownDevices.keyOf(request),
    });
    tell('identities.link', { request, provider: body.provider, userId: user.id });
    return { success: true as const };
  });

  serve(identities.unlink, async ({ body, user, request }) => {
    const input = { ...body, password: body.password, user };
    await unlinkAccount(deps, input, loginAttemptFrom(deps, request, user.email));
    tell('identities.unlink', { request, provider: body.provider, userId: user.id });
    return { success: true as const };
  });

  type Asked = Pick<Arrival, 'provider' | 'credential'> & {
    code?: string | undefined;
    rememberMe?: boolean | undefined;
    acceptsTerms?: boolean | undefined;
  };

  async function enter(asked: Asked, request: FastifyRequest, reply: FastifyReply) {
    const { provider, credential, code, rememberMe = false, acceptsTerms } = asked;
    const visitor = {
      key: knownDevices.keyOf(request),
      places: { registrations: actors.ofAddress(request).key, networkRegistrations: actors.networkOf(request) },
      towards: (email: string) => browserOf(deps, { request, account: email }),
    };
    const arrival = { provider, credential, code, rememberMe, acceptsTerms, nonce: nonces.of(request) };
    const { user, session, passwordHash } = await signInWithProvider(deps, arrival, visitor);
    sessions.cookie.put(reply, session);
    knownDevices.remember(request, reply, { account: user.email, passwordHash });
    tell('identities.signIn', { request, provider, userId: user.id });
    return { user };
  }
}

export const feature = { contract: { identities }, routes: identitiesRoutes, limits: identitiesLimits };
