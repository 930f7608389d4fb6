import type { FastifyReply, FastifyRequest } from 'fastify';
import { identities } from '#core/contract/identities.ts';
import type { Deps } from '#server/deps.ts';
import { browserOf } from '#server/features/accounts/browser-of.ts';
import type { Serve } from '#server/kit/http/serve.ts';
import { addressOf } from '#server/kit/http/visitor-address.ts';
import { type Arrival, comeIn } from './identities.service.ts';
import { createNonces } from './nonces.ts';
import { failed } from './not-brought-in.ts';

export function identitiesRoutes(serve: Serve, deps: Deps): void {
  const { actors, browsers, sessions } = deps;
  const nonces = createNonces(deps.config.publicUrl.startsWith('https:'));

  serve(identities.nonce, ({ request, reply }) => {
    const nonce = nonces.give(request, reply);
    // A browser that is known may ask again where its answer was lost.
    browsers.keep(request, reply);
    return { nonce };
  });

  serve(identities.google, ({ body, request, reply }) => enter({ ...body, provider: 'google' }, request, reply));

  serve(identities.apple, ({ body: { credential, ...wish }, request, reply }) => {
    if (!deps.identities.apple) throw failed('apple', 404);
    return enter({ ...wish, credential: credential ?? '', provider: 'apple' }, request, reply);
  });

  type Asked = Pick<Arrival, 'provider' | 'credential'> & {
    code?: string | undefined;
    rememberMe?: boolean | undefined;
    acceptsTerms?: boolean | undefined;
  };

  async function enter(asked: Asked, request: FastifyRequest, reply: FastifyReply) {
    const { provider, credential, code, rememberMe = false, acceptsTerms } = asked;
    const visitor = {
      key: browsers.keyOf(request),
      places: { registrations: actors.ofAddress(request).key, networkRegistrations: actors.networkOf(request) },
      towards: (email: string) => browserOf(deps, { request, account: email }),
    };
    const arrival = { provider, credential, code, rememberMe, acceptsTerms, nonce: nonces.of(request) };
    const { user, session } = await comeIn(deps, arrival, visitor);
    sessions.cookie.put(reply, session);
    browsers.remember(request, reply, user.email);
    const line = { event: 'identities.signIn', provider, userId: user.id, address: addressOf(request) };
    deps.log.info({ ...line, requestId: request.id }, 'security');
    return { user };
  }
}
