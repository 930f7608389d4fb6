import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accounts } from '#core/contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import { cookieOf } from '#server/kit/http/cookies.ts';
import { serve } from '#server/kit/http/serve.ts';
import { endSession } from '#server/kit/http/sessions.ts';
import { checkRegistration } from './accounts.rules.ts';
import { type Browser, register, signIn } from './accounts.service.ts';

export function accountsRoutes(app: FastifyInstance, deps: Deps): void {
  const { sessionCookie } = app;

  serve(app, accounts.me, ({ user }) => ({ user }));

  serve(app, accounts.login, async ({ body, request, reply }) => {
    const credentials = { ...body, rememberMe: body.rememberMe ?? false };
    const { user, session } = await signIn(deps, credentials, browserOf(request));
    sessionCookie.put(reply, session);
    return { user };
  });

  serve(app, accounts.register, async ({ body, request, reply }) => {
    if (body.role && body.role !== 'user')
      deps.log.warn({ event: 'accounts.roleAsked', address: request.ip }, 'security');
    const { user, session } = await register(deps, checkRegistration(body), browserOf(request));
    sessionCookie.put(reply, session);
    return { user };
  });

  serve(app, accounts.logout, async ({ request, reply }) => {
    const token = sessionCookie.read(request);
    if (token) await endSession(deps.db, token);
    sessionCookie.clear(reply);
    reply.header('clear-site-data', '"cache"');
    return { success: true as const };
  });

  function browserOf(request: FastifyRequest): Browser {
    const label = request.headers['x-session-id'];
    return {
      address: request.ip,
      oldToken: sessionCookie.read(request),
      sessionId: typeof label === 'string' ? label : cookieOf(request, 'sessionId'),
    };
  }
}
