/** The HTTP server: hooks and error handling, then the routes of the features. */
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { mediaFiles } from './features/media/media.files.ts';
import { sitemapFiles } from './features/sitemaps/sitemaps.files.ts';
import { endpoints, features } from './features.ts';
import { accessLog, observeRequests } from './kit/http/access-log.ts';
import { keepQuery, readBodies } from './kit/http/body.ts';
import { answerClientError, answerFailures, problemsOf, refuse } from './kit/http/failures.ts';
import { healthRoutes } from './kit/http/health.ts';
import { checkRequests, type SecurityHeaders, securityHeaders } from './kit/http/on-request.ts';
import { OPENAPI, openApiRoute } from './kit/http/openapi.ts';
import { serializePipelinedRequests } from './kit/http/pipelining.ts';
import { REQUEST_ID, refuseUnknownCalls, requestIdOf, UNKNOWN_API_PATHS } from './kit/http/request-context.ts';
import { assertContractCoverage, createServe, MAX_SECONDS } from './kit/http/serve.ts';
import type { Observer } from './kit/metrics/tally.ts';
import { pages } from './pages/pages.ts';

/** The API without pages, for tests. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const { actors, clock, config, limiter, probe, sessions } = deps;
  const headers = securityHeaders(config.publicUrl.startsWith('https:'));
  const app = newServer(deps, headers);
  serializePipelinedRequests(app.server);
  assertContractCoverage(app, { endpoints, besides: [OPENAPI, ...UNKNOWN_API_PATHS] });
  answerFailures(app, deps);
  observeRequests(app, observersOf(deps));
  readBodies(app);
  checkRequests(app, {
    actors,
    sessions,
    limiter,
    responses: deps.responses,
    publicOrigin: config.isPublicUrlGiven ? config.publicUrl : null,
    headers,
    leaving: deps.leaving.signal,
  });
  healthRoutes(app, { probe, closing: deps.closing.signal, clock });
  openApiRoute(app, { endpoints, limits: limiter.limits, server: config.publicUrl, cookie: sessions.cookie.name });

  const serve = createServe(app, deps);
  for (const { routes } of features) routes?.(serve, deps);
  mediaFiles(app, deps);
  sitemapFiles(app, deps);
  await mountSandboxes(app, deps);
  refuseUnknownCalls(app);
  return app;
}

/** Routes of the card and mail sandboxes. */
async function mountSandboxes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { cards, mail, publicUrl: origin } = deps.config;
  if (mail?.kind === 'sandbox') {
    const { mailPages } = await import('./gateways/mail/sandbox/mail-pages.ts');
    mailPages(app, { ...deps, isForAll: mail.isForAll });
  }
  if (cards?.kind !== 'sandbox') return;
  const [{ isSandbox }, { sandboxRoutes, sandboxSubscriptionRoutes }] = await Promise.all([
    import('./gateways/payments/sandbox.ts'),
    import('./gateways/payments/sandbox-routes.ts'),
  ]);
  if (!isSandbox(deps.cards)) return;
  const parts = { ...deps, sandbox: deps.cards, origin, isForAll: cards.isForAll };
  sandboxRoutes(app, parts);
  sandboxSubscriptionRoutes(app, parts);
}

/** The API and the pages. */
export async function createShop(deps: Deps): Promise<FastifyInstance> {
  const app = await createApp(deps);
  await pages(app, deps);
  return app;
}

function observersOf({ config, log, metrics }: Deps): Observer[] {
  return [...(config.accessLog ? [accessLog(log)] : []), ...(metrics ? [metrics.observe] : [])];
}

// No logger is given to Fastify: it would listen to the end of each request. Failures log to `deps.log` themselves.
function newServer({ config, log }: Deps, headers: SecurityHeaders): FastifyInstance {
  const toProblem = problemsOf(log);
  return fastify({
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 1000 * Math.max(MAX_SECONDS, ...endpoints.map(([, endpoint]) => endpoint.maxSeconds ?? 0)),
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // Node answers 503 to who goes on after its `Connection: close`, so load tests raise it with the other limits.
    maxRequestsPerSocket: Math.max(1, Math.round(1000 * config.rateLimitScale)),
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    trustProxy: trustProxyOf(config.trustProxy),
    routerOptions: { querystringParser: keepQuery, maxParamLength: 200 },
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(headers.api, error, socket),
    frameworkErrors: (error, request, reply) =>
      refuse(toProblem(error, request), request, reply.headers(headers.api).header(REQUEST_ID, request.id)),
  });
}

type TrustHops = (address: string, hop: number) => boolean;

/** Fastify ignores a number of hops but accepts a function. */
function trustProxyOf(value: Config['trustProxy']): false | string[] | TrustHops {
  return typeof value === 'number' ? (_address, hop) => hop < value : value;
}
