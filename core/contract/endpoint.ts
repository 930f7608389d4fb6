/** Declaration of an endpoint: method, path, access, input and output schemas, limits. */
import * as z from 'zod/mini';
import type { Access } from '#core/domain/accounts.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `form`: URL-encoded; `multipart`: with `File` fields; `raw`: unparsed bytes, for signatures. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'raw';

interface BaseEndpoint {
  /** Path with `:name` parameters; literal paths win over parameters. */
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  /** Default `json`. */
  readonly bodyKind?: BodyKind;
  /** Body limit in bytes, default 64 KB. */
  readonly maxBytes?: number;
  /** Limit of each file of a multipart body, default `maxBytes`. */
  readonly maxFileBytes?: number;
  /** Timeout of a request with a body, default 15 s. */
  readonly maxSeconds?: number;
  /** How many of them after the body has arrived, default 5. */
  readonly workSeconds?: number;
  /** Status of success, default 200. */
  readonly status?: number;
  /** Media types of a file response: a `Blob` instead of JSON. */
  readonly fileTypes?: readonly string[];
  /** Page size of a paginated list; the query includes `...PageQuery`. */
  readonly pageSize?: number;
  /** Names of rate limits beside the general ones; declared by the feature that serves the endpoint. */
  readonly limit?: string | readonly string[];
  /** High priority: exempt from load shedding. */
  readonly priority?: 'high';
  /** Changes public content: whoever calls it sees the change at once on every node. */
  readonly changesPublic?: true;
  /** Calls an external service: does not block other writes of the same user. */
  readonly callsExternalService?: true;
  /** Page of the HTML form that works without JavaScript: redirects there with the result, or back with the `keeps` fields. */
  readonly form?: { readonly page: string; readonly said: string; readonly keeps?: readonly string[] };
  /** No origin check: the body authenticates the sender. */
  readonly skipOriginCheck?: true;
}

/** The response does not depend on the user and may be cached. */
interface PublicEndpoint extends BaseEndpoint {
  readonly method: 'GET';
  readonly access: 'anyone';
  readonly isPublic: true;
  readonly orTill?: never;
}

interface UserEndpoint extends BaseEndpoint {
  readonly method: Method;
  readonly access: Access;
  readonly isPublic?: never;
  /** A till of a salon may call it too (`till` of the call). */
  readonly orTill?: true;
}

export type Endpoint = PublicEndpoint | UserEndpoint;

/** Declares an endpoint with its literal types. */
export function endpoint<const Route extends Endpoint>(endpoint: Route): Route {
  return endpoint;
}

type Shaped<T> = { readonly _zod: { readonly output: T } };

export type ParamsOf<Route> = Route extends { readonly params: Shaped<infer T> } ? T : undefined;
export type QueryOf<Route> = Route extends { readonly query: Shaped<infer T> } ? T : undefined;
export type BodyOf<Route> = Route extends { readonly body: Shaped<infer T> } ? T : undefined;
export type AnswerOf<Route> = Route extends { readonly answer: Shaped<infer T> } ? T : never;

export type InputOf<Route> = (ParamsOf<Route> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<Route> }) &
  (QueryOf<Route> extends undefined ? { query?: undefined } : { query?: QueryOf<Route> }) &
  (BodyOf<Route> extends undefined ? { body?: undefined } : { body: BodyOf<Route> });

export type LimitOf<Route> = Route extends { readonly limit: infer Name }
  ? Name extends readonly (infer One)[]
    ? One
    : Name
  : never;

/** Maximum page size. */
export const MAX_LIMIT = 100;

/** Query of a paginated endpoint; without `limit` and `cursor` the answer has up to MAX_LIMIT items. */
export const PageQuery = {
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)?$/))),
  cursor: z.optional(z.string().check(z.maxLength(400))),
};

export type PagedEndpoint = Endpoint & { readonly pageSize: number };
