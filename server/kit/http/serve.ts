/** Mounts a contract row: origin and limits have been checked before; here access, strict input, handler, filtered answer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import type { User } from '#core/contract/accounts.ts';
import type { Access, AnyEndpoint, Endpoint } from '#core/contract/endpoint.ts';
import type { Language } from '#core/i18n/language.ts';
import { NO_QUERY } from './decoder.ts';
import { AppError } from './errors.ts';

/** Somebody who is signed in, as read from the database for this request. */
export type SignedIn = User & { sessionKey: string };

export interface Call<Params, Query, Body, Who> {
  params: Params;
  query: Query;
  body: Body;
  /** The signed-in user on rows that ask for one; otherwise look with `who()`, which reads the session only when called. */
  user: Who;
  who: () => Promise<SignedIn | null>;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** JSON text that the database built from an explicit list of columns; it is sent as it is. */
export class JsonText {
  readonly text: string | Buffer;
  constructor(text: string | Buffer) {
    this.text = text;
  }
}

export interface ServeOptions {
  /** Public answers set their own caching; everything else is `no-store`. */
  public?: boolean;
}

type Handler<P, Q, B, A, Level extends Access> = (
  call: Call<P, Q, B, Level extends 'anyone' ? null : SignedIn>,
) => Promise<A | JsonText> | A | JsonText;

/** Resolves who is signed in; set once by the sessions plugin. */
export type FindUser = (request: FastifyRequest) => Promise<SignedIn | null>;

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
  }
  interface FastifyInstance {
    findUser: FindUser;
    /** Names of the rows that are mounted, to prove that nothing is missing or extra. */
    served: Set<AnyEndpoint>;
    /** Every route of the server, such as `GET /api/deals`. */
    mounted: Set<string>;
  }
}

export function serve<P, Q, B, A, Level extends Access>(
  app: FastifyInstance,
  row: Endpoint<P, Q, B, A, Level>,
  handler: Handler<P, Q, B, A, Level>,
  options: ServeOptions = {},
): void {
  const writes = row.method !== 'GET';
  const { access } = row;
  // An address without a query always reads the same: that is the home list.
  const noQuery = row.query?.safeParse(NO_QUERY).data;
  app.served.add(row as AnyEndpoint);
  app.route({
    method: row.method,
    url: row.path,
    config: { row: row as AnyEndpoint },
    handler: (request, reply) =>
      access === 'anyone'
        ? answer(request, reply, null)
        : admit(app, request, access).then((user) => answer(request, reply, user)),
  });

  // Stays synchronous where the handler is: an answer from the cache should cost no promise.
  function answer(request: FastifyRequest, reply: FastifyReply, user: SignedIn | null) {
    if (writes) app.limiter.count('mutations', user?.id ?? request.ip);
    if (!options.public) reply.header('cache-control', 'no-store');
    reply.header('content-type', 'application/json; charset=utf-8');
    const params = row.params && read(row.params, request.params, 'params');
    const query =
      row.query && (noQuery && request.query === NO_QUERY ? noQuery : read(row.query, request.query, 'query'));
    const body = row.body && read(row.body, request.body ?? {}, 'body');
    const call = new LiveCall(request, reply, { params, query, body, user });
    const result = handler(call as unknown as Call<P, Q, B, Level extends 'anyone' ? null : SignedIn>);
    return result instanceof Promise ? result.then(toText) : toText(result);
  }

  function toText(result: A | JsonText): string | Buffer {
    return result instanceof JsonText ? result.text : JSON.stringify(row.answer.parse(result));
  }
}

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  user: SignedIn | null;
}

/** What most handlers do not ask for is only worked out when they do. */
class LiveCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly user: SignedIn | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  constructor(request: FastifyRequest, reply: FastifyReply, { params, query, body, user }: Input) {
    this.params = params;
    this.query = query;
    this.body = body;
    this.user = user;
    this.request = request;
    this.reply = reply;
  }
  get language(): Language {
    return this.request.language;
  }
  get who(): () => Promise<SignedIn | null> {
    return () => this.request.server.findUser(this.request);
  }
}

async function admit(app: FastifyInstance, request: FastifyRequest, access: Access): Promise<SignedIn> {
  const user = await app.findUser(request);
  if (!user) throw new AppError(401, 'access.notAuthenticated');
  if (access === 'admin' && user.role !== 'admin') throw new AppError(403, 'access.forbidden');
  if (access === 'dealer' && user.role !== 'admin' && !user.canPostDeals) throw new AppError(403, 'access.forbidden');
  return user;
}

/** Strict reading: no coercion, unknown fields dropped. A malformed id in the path is a thing that does not exist. */
function read<T>(shape: ZodMiniType<T>, value: unknown, where: 'params' | 'query' | 'body'): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  if (where === 'params') throw new AppError(404, 'route.absent');
  const fields = [...new Set(result.error.issues.map((issue) => issue.path.join('.') || where))];
  throw new AppError(400, 'input.invalid', { values: { fields: fields.join(', ') }, details: { fields } });
}
