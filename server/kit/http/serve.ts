/** Mounts contract endpoints: access, rate limits, validated input, handler, validated answer. `on-request.ts` runs before. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { BodyOf, Endpoint, PagedEndpoint, ParamsOf, QueryOf } from '#core/contract/endpoint.ts';
import { type Access, isAllowed } from '#core/domain/accounts.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Actor, Actors } from './actor.ts';
import { answerOf, type HandlerAnswer, type JsonText } from './answer.ts';
import { AppError } from './errors.ts';
import { problemsOf } from './failures.ts';
import { inputOf, type PageRequest } from './input.ts';
import type { KnownDevices } from './known-devices.ts';
import {
  createWriteLimiter,
  type LoadShedder,
  type WithReadSlot,
  withTimeout,
  writeQueueKey,
} from './load-shedding.ts';
import { isPostedForm, languageOfPages, redirectAfterPost } from './problem-page.ts';
import { createLimitChecker } from './rate-limiting.ts';
import type { FreshAnswer, ResponseCache } from './response-cache.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import type { OpenTill, TillSessions } from './till-sessions.ts';
import { routeWithUploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract endpoint of a route. */
    endpoint?: Endpoint;
  }
}

/** Default time limit for receiving a body; once it is complete, `RESPONSE_TIMEOUT_MS` applies. */
export const MAX_SECONDS = 15;

export interface Call<Route> {
  params: ParamsOf<Route>;
  query: QueryOf<Route>;
  body: BodyOf<Route>;
  /** Limit and cursor, on paged endpoints. */
  page: Route extends PagedEndpoint ? PageRequest : undefined;
  /** The signed-in user. Not looked up on public endpoints, which may call `who()`. */
  user: Route extends { isPublic: true }
    ? undefined
    : Route extends { access: 'anyone' } | { orTill: true }
      ? SignedIn | null
      : SignedIn;
  /** On endpoints that are `orTill`: the open till of the device. One of both is there, unless anyone may call. */
  till: Route extends { orTill: true } ? OpenTill | null : undefined;
  who: () => Promise<SignedIn | null>;
  /** On public endpoints: the cached answer under the canonical key, else what `read` returns. Null when `read` returns null. */
  cached: Route extends { isPublic: true } ? Cached : undefined;
  /** The account or address that acts. On public endpoints from the session cache of this process. */
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Cached = <Fresh extends FreshAnswer | null>(
  key: string,
  read: () => Promise<Fresh>,
) => Promise<JsonText | (Fresh & null)>;

type Handler<Route> = (call: Call<Route>) => Promise<HandlerAnswer<Route>> | HandlerAnswer<Route>;

/** Mounts an endpoint with its handler. */
export type Serve = <Route extends Endpoint>(endpoint: Route, handler: Handler<Route>) => void;

export function createServe(
  app: FastifyInstance,
  parts: {
    sessions: Sessions;
    tills: TillSessions;
    actors: Actors;
    knownDevices: KnownDevices;
    limiter: RateLimiter;
    responses: ResponseCache;
    log: FastifyBaseLogger;
    withReadSlot: WithReadSlot;
    dbConcurrencyLimit: LoadShedder;
    checksAnswers: boolean;
    config: { dataDir: string };
  },
): Serve {
  const { sessions, tills, actors, limiter, responses, withReadSlot, dbConcurrencyLimit } = parts;
  const writeLimiter = createWriteLimiter({ scale: limiter.scale, dbConcurrencyLimit });
  const onLateError = problemsOf(parts.log);
  return (endpoint, handler) => {
    const { access, isPublic = false, orTill = false } = endpoint;
    const writes = endpoint.method !== 'GET';
    if (isPublic && (access !== 'anyone' || writes))
      throw new Error(`${endpoint.path}: only GET endpoints with access 'anyone' can be public`);
    const read = inputOf(endpoint);
    const answer = answerOf(endpoint, parts);
    const withLimits = createLimitChecker(endpoint, parts);
    const queueKey = writeQueueKey(endpoint, parts);
    const withWriteSlot = writeLimiter(endpoint);
    const workMs = endpoint.workSeconds && 1000 * endpoint.workSeconds;
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      ...((endpoint.body || endpoint.maxSeconds) && { handlerTimeout: 1000 * (endpoint.maxSeconds ?? MAX_SECONDS) }),
      ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
      // Checked before the body is received: nobody uploads megabytes to be refused afterwards.
      ...(!isPublic && { onRequest: checkBeforeBody }),
      handler: (request, reply) => {
        const work = () => handle(request, reply);
        if (writes)
          return withTimeout(withWriteSlot(queueKey(request), work), {
            request,
            onLateError,
            ...(workMs && { ms: workMs }),
          });
        // Most public answers come from the cache; only a miss takes a read slot (in the response cache).
        return isPublic
          ? withTimeout(work(), { request, onLateError })
          : withReadSlot(request, 'call', (inSharedSlot) => inSharedSlot(work), true);
      },
    };
    if (endpoint.bodyKind === 'multipart') void app.register((scope) => routeWithUploads(scope, route, parts.config));
    else app.route(route);

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const user = isPublic ? undefined : await (writes ? sessions.findFresh(request) : sessions.find(request));
      const till = orTill ? await tills.find(request) : undefined;
      // The session may have ended while the body was being received.
      if (user !== undefined && !till) checkAccess(access, user);
      const actor = user === undefined ? actors.guess(request) : actors.of(request, user);
      const who = () => sessions.find(request);
      const cached: Cached = (key, make) => responses.cached({ request, reply }, key, make);
      const call = { ...read(request), user, till, who, actor, cached, request, reply };
      const result = await withLimits(call, () => handler(call as unknown as Call<typeof endpoint>));
      if (endpoint.changesPublic) await responses.letReadPast(reply);
      return endpoint.form && isPostedForm(request)
        ? redirectAfterPost(endpoint.form, { reply, language: languageOfPages(request) })
        : answer(result, reply);
    }

    async function checkBeforeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      reply.header('cache-control', 'no-store');
      if (!writes) {
        // With a cookie the session is looked up in the read slot; without one the answer is known now.
        const mayBeTill = orTill && tills.hasCookie(request);
        if (sessions.cookie.read(request) === null && !mayBeTill) checkAccess(access, null);
        return;
      }
      const met = sessions.met(request);
      const user =
        met && isAllowed(met, access) ? met : await withTimeout(sessions.find(request), { request, onLateError });
      // Which till it is, is looked up after the body was received.
      if (user !== null || !(orTill && tills.hasCookie(request))) checkAccess(access, user);
      // Guests of one address do not use up each other's sign-ins: endpoints with limits of their own count those alone.
      const isCounted = user !== null || endpoint.limit === undefined;
      if (isCounted) limiter.count('mutations', actors.of(request, user).key);
    }
  };
}

function checkAccess(access: Access, user: SignedIn | null): void {
  if (isAllowed(user, access)) return;
  throw user ? new AppError(403, 'access.forbidden') : new AppError(401, 'access.notAuthenticated');
}

type NamedEndpoints = readonly (readonly [name: string, endpoint: Endpoint])[];

/**
 * Fails the start when an endpoint of the contract has no route or a route under /api has no endpoint. Call it before any route
 * is mounted; `besides` are other paths under /api.
 */
export function assertContractCoverage(
  app: FastifyInstance,
  { endpoints, besides }: { endpoints: NamedEndpoints; besides: string[] },
): void {
  const known = new Set(endpoints.map(([, endpoint]) => endpoint));
  const served = new Set<Endpoint>();
  const unknown: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const endpoint = config?.endpoint;
    if (endpoint) served.add(endpoint);
    if (/^\/api(\/|$)/.test(url) && !besides.includes(url) && !(endpoint && known.has(endpoint)))
      unknown.push(`${method} ${url}`);
  });
  app.addHook('onReady', async () => {
    const missing = endpoints.filter(([, endpoint]) => !served.has(endpoint)).map(([name]) => name);
    if (missing.length + unknown.length === 0) return;
    throw new Error(`The contract is not what is served. Missing: ${missing.join()}. No endpoint: ${unknown.join()}.`);
  });
}
