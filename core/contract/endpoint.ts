/** What an endpoint of the call table is: method, path, who may call it, what goes in, what comes out, and what it costs. */
import type { ZodMiniType } from 'zod/mini';
import type { Access } from '../domain/access.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How a body travels: `form` as a plain HTML form posts it, `multipart` with files (a field of the shape is a `File`),
 * `raw` as bytes that nobody looked at, for signatures.
 */
export type BodyKind = 'json' | 'form' | 'multipart' | 'raw';

interface EveryRow {
  /** Path with `:name` parameters; literal paths win over parameters. */
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly answer: ZodMiniType;
  /** JSON unless said otherwise. */
  readonly bodyKind?: BodyKind;
  /** Most bytes of a body, 64 KB unless said otherwise. */
  readonly maxBytes?: number;
  /** How long a call with a body may take, from its first byte to the answer; 15 seconds unless said otherwise. Once the body is there five are left. */
  readonly maxSeconds?: number;
  /** The status of a success, 200 unless said otherwise. */
  readonly status?: number;
  /** Media types of an answer that is a file: a `Blob` instead of JSON. */
  readonly fileTypes?: readonly string[];
  /** The answer comes in pages of so many, and the query holds `...PageQuery`: see `paging.ts`. */
  readonly pageSize?: number;
  /** Limits by name, beside the general ones; their figures stand with the feature that serves the endpoint. */
  readonly limit?: string | readonly string[];
  /** In a rush it is not put off, as whatever else changes something is: what all else is for, or what ends an access. */
  readonly goesFirst?: true;
  /** It may wait for an outside party: nothing else that the same person does waits with it. */
  readonly waitsOutside?: true;
  /**
   * A page whose form a browser may post here by itself: it is led on to that page, which says how it went, and from a refusal
   * back to it with the fields that it was opened with.
   */
  readonly form?: { readonly page: string; readonly said: string; readonly keeps?: readonly string[] };
  /** Other sites may post here: something in the body proves who sent it. */
  readonly anyOrigin?: true;
}

/** The answer is the same for everybody, so that it may be kept; nobody is asked who they are. */
interface PublicRow extends EveryRow {
  readonly method: 'GET';
  readonly access: 'anyone';
  readonly isPublic: true;
}

interface AskingRow extends EveryRow {
  readonly method: Method;
  readonly access: Access;
  readonly isPublic?: never;
}

export type Endpoint = PublicRow | AskingRow;

/** Declares an endpoint; exists so that TypeScript keeps what it says. */
export function endpoint<const Route extends Endpoint>(endpoint: Route): Route {
  return endpoint;
}

type Shaped<T> = { readonly _zod: { readonly output: T } };

export type ParamsOf<Route> = Route extends { readonly params: Shaped<infer T> } ? T : undefined;
export type QueryOf<Route> = Route extends { readonly query: Shaped<infer T> } ? T : undefined;
export type BodyOf<Route> = Route extends { readonly body: Shaped<infer T> } ? T : undefined;
export type AnswerOf<Route> = Route extends { readonly answer: Shaped<infer T> } ? T : never;

/** What a caller passes: only the parts the endpoint declares. */
export type InputOf<Route> = (ParamsOf<Route> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<Route> }) &
  (QueryOf<Route> extends undefined ? { query?: undefined } : { query?: QueryOf<Route> }) &
  (BodyOf<Route> extends undefined ? { body?: undefined } : { body: BodyOf<Route> });

/** The limits an endpoint names. */
export type LimitOf<Route> = Route extends { readonly limit: infer Name }
  ? Name extends readonly (infer One)[]
    ? One
    : Name
  : never;
