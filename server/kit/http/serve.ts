/** Mounts a contract endpoint: access, limits, strict input, handler, filtered answer. Origin and address were checked before. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BodyOf, Endpoint, PagedEndpoint, ParamsOf, QueryOf } from '#core/contract/endpoint.ts';
import { type Access, isAllowed } from '#core/domain/accounts.ts';
import type { PublicCache } from '#server/kit/cache/public-cache.ts';
import type { RateLimiter } from '#server/kit/limits/rate-limit.ts';
import type { Clock } from '#server/kit/system-clock.ts';
import type { Actor, Actors } from './actor.ts';
import { answerOf, type HandlerAnswer, type JsonText } from './answer.ts';
import type { Browsers } from './browsers.ts';
import { changesInLine, linesOf } from './changes-in-line.ts';
import { AppError } from './errors.ts';
import { problemsOf } from './failures.ts';
import { inTime } from './in-time.ts';
import { inputOf, type PageWish } from './input.ts';
import { isPostedForm, leadOn } from './posted-form.ts';
import { languageOfPages } from './problem-page.ts';
import { type FreshAnswer, publicAnswers } from './public-answers.ts';
import type { ReadInLine } from './read-in-line.ts';
import type { InRush } from './rush.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import { underLimits } from './under-limits.ts';

/** Longest that a body may be on its way unless its endpoint says otherwise; once it is there, `in-time.ts` answers. */
export const MAX_SECONDS = 15;

export interface Call<Route> {
  params: ParamsOf<Route>;
  query: QueryOf<Route>;
  body: BodyOf<Route>;
  /** Which page of a list is asked for, on endpoints that come in pages. */
  page: Route extends PagedEndpoint ? PageWish : undefined;
  /** Who is signed in. Public endpoints do not ask; they may with `who()`. */
  user: Route extends { isPublic: true } ? undefined : Route extends { access: 'anyone' } ? SignedIn | null : SignedIn;
  who: () => Promise<SignedIn | null>;
  /**
   * On public endpoints: what is kept for everybody under the key (nothing, without one), else what `read` says, kept from then on. Null when it
   * says that there is nothing for everybody.
   */
  forEverybody: Route extends { isPublic: true } ? ForEverybody : undefined;
  /** Who acts: an account or an address. On public endpoints as far as this process knows. */
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

type ForEverybody = <Fresh extends FreshAnswer | null>(
  key: string | null,
  read: () => Promise<Fresh>,
) => Promise<JsonText | (Fresh & null)>;

type Handler<Route> = (call: Call<Route>) => Promise<HandlerAnswer<Route>> | HandlerAnswer<Route>;

/** Gives an endpoint its handler. */
export type Serve = <Route extends Endpoint>(endpoint: Route, handler: Handler<Route>) => void;

export function createServe(
  app: FastifyInstance,
  parts: {
    sessions: Sessions;
    actors: Actors;
    browsers: Browsers;
    limiter: RateLimiter;
    cache: PublicCache;
    clock: Clock;
    log: FastifyBaseLogger;
    readInLine: ReadInLine;
    /** Of all that ask the database. */
    asking: InRush;
    checksAnswers: boolean;
  },
): Serve {
  const { sessions, actors, limiter, readInLine, asking } = parts;
  const answerEverybody = publicAnswers(parts);
  const changesOf = changesInLine({ scale: limiter.scale, asking });
  const lost = problemsOf(parts.log);
  return (endpoint, handler) => {
    const { access, isPublic = false } = endpoint;
    const writes = endpoint.method !== 'GET';
    if (isPublic && (access !== 'anyone' || writes))
      throw new Error(`${endpoint.path} is the same for everybody, so anyone may ask for it, with GET`);
    const read = inputOf(endpoint);
    const answer = answerOf(endpoint, parts);
    const limited = underLimits(endpoint, parts);
    const lineOf = linesOf(endpoint, parts);
    const changeInLine = changesOf(endpoint);
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      ...((endpoint.body || endpoint.maxSeconds) && { handlerTimeout: 1000 * (endpoint.maxSeconds ?? MAX_SECONDS) }),
      ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
      // Before the body: nobody sends sixteen megabytes to hear that they may not.
      ...(!isPublic && { onRequest: admit }),
      handler: (request, reply) => {
        const work = () => handle(request, reply);
        if (writes) return inTime(changeInLine(lineOf(request), work), { request, lost });
        // What is the same for everybody is mostly in memory: only who has to ask for it stands in line.
        return isPublic
          ? inTime(work(), { request, lost })
          : readInLine(request, 'call', (amongAll) => amongAll(work), true);
      },
    });

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const user = isPublic ? undefined : await (writes ? sessions.findNow(request) : sessions.find(request));
      // Between the head of a change and its body somebody may have signed out.
      if (user !== undefined) checkAccess(access, user);
      const actor = user === undefined ? actors.guess(request) : actors.of(request, user);
      const who = () => sessions.find(request);
      const forEverybody: ForEverybody = (key, make) => answerEverybody({ request, reply }, key, make);
      const call = { ...read(request), user, who, actor, forEverybody, request, reply };
      const result = await limited(call, () => handler(call as unknown as Call<typeof endpoint>));
      return endpoint.form && isPostedForm(request)
        ? leadOn(endpoint.form, { reply, language: languageOfPages(request) })
        : answer(result, reply);
    }

    async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      reply.header('cache-control', 'no-store');
      if (!writes) {
        // Who it is, is asked in its turn. Who says to be nobody waits for none.
        if (sessions.cookie.read(request) === null) checkAccess(access, null);
        return;
      }
      const met = sessions.met(request);
      const user = met && isAllowed(met, access) ? met : await inTime(sessions.find(request), { request, lost });
      checkAccess(access, user);
      // Who signs in behind an address of a carrier does not wait for what its other guests do.
      const isCounted = user !== null || endpoint.limit === undefined;
      if (isCounted) limiter.count('mutations', actors.of(request, user).key);
    }
  };
}

function checkAccess(access: Access, user: SignedIn | null): void {
  if (isAllowed(user, access)) return;
  throw user ? new AppError(403, 'access.forbidden') : new AppError(401, 'access.notAuthenticated');
}
