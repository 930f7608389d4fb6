/** The shop as an HTTP server: plumbing in order, then the explicit list of features. */
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { AnyEndpoint } from '#core/contract/endpoint.ts';
import { rows } from '#core/contract/index.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { cartRoutes } from './features/cart/cart.routes.ts';
import { categoriesRoutes } from './features/categories/categories.routes.ts';
import { dealsRoutes } from './features/deals/deals.routes.ts';
import { favoritesRoutes } from './features/favorites/favorites.routes.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { parseQuery, readJsonOnly } from './kit/http/decoder.ts';
import { answerClientError, answerFailures, refuse, toProblem } from './kit/http/failures.ts';
import { gate } from './kit/http/gate.ts';
import { healthRoutes } from './kit/http/health.ts';
import { openApiRoute } from './kit/http/openapi.ts';
import { type SecurityHeaders, securityHeaders } from './kit/http/security-headers.ts';
import { rememberSessions } from './kit/http/sessions.ts';
import { pages } from './pages/pages.ts';

/** The calls alone: what tests need. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const { config, limiter, log, pool } = deps;
  const isHttps = config.publicUrl.startsWith('https:');
  const headers = securityHeaders(isHttps);
  const app = newServer(deps, headers);
  app.decorate('served', new Set<AnyEndpoint>());
  app.decorate('mounted', new Set<string>());
  app.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) app.mounted.add(`${verb} ${url}`);
  });
  answerFailures(app, log);
  readJsonOnly(app);
  gate(app, { limiter, publicOrigin: config.isPublicUrlGiven ? config.publicUrl : null, headers });
  rememberSessions(app, { pool, isHttps });
  healthRoutes(app, { pool });
  openApiRoute(app, { rows, cookie: app.sessionCookie.name, version: '1.0.0' });

  accountsRoutes(app, deps);
  categoriesRoutes(app, deps);
  dealsRoutes(app, deps);
  cartRoutes(app, deps);
  favoritesRoutes(app, deps);
  ordersRoutes(app, deps);
  return app;
}

/** The calls and the pages of the built web app. */
export async function createShop(deps: Deps): Promise<FastifyInstance> {
  const app = await createApp(deps);
  await pages(app, deps);
  return app;
}

// No logger is given to Fastify: it would listen to the end of each request. Failures log to `deps.log` themselves.
function newServer({ config, log }: Deps, headers: SecurityHeaders): FastifyInstance {
  return fastify({
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Node answers 503 to who goes on after its `Connection: close`, so load tests raise it with the other limits.
    maxRequestsPerSocket: Math.max(1, Math.round(1000 * config.rateLimitScale)),
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 },
    trustProxy: trustProxyOf(config.trustProxy),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) =>
      refuse(toProblem(error, request, log), request, reply.headers(headers.api)),
  });
}

type TrustHops = (address: string, hop: number) => boolean;

/** Fastify ignores a bare number of hops; as a function it means what it says. */
function trustProxyOf(value: Config['trustProxy']): false | string[] | TrustHops {
  return typeof value === 'number' ? (_address, hop) => hop < value : value;
}
