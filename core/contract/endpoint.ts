/** What a row of the call table is: method, path, who may call it, and the shapes that go in and come out. */
import type { ZodMiniType } from 'zod/mini';

/** Who may call: each level includes the ones to its right in power (`admin` may do all). */
export type Access = 'anyone' | 'user' | 'dealer' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Answer = unknown,
  Level extends Access = Access,
> {
  readonly method: Method;
  /** Path with `:name` parameters; literal paths win over parameters. */
  readonly path: string;
  readonly access: Level;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly params?: ZodMiniType<Params>;
  readonly query?: ZodMiniType<Query>;
  readonly body?: ZodMiniType<Body>;
  readonly answer: ZodMiniType<Answer>;
}

/** Declares a row; exists so that TypeScript infers the four shapes. */
export function endpoint<Level extends Access, Answer, Params = undefined, Query = undefined, Body = undefined>(
  row: Endpoint<Params, Query, Body, Answer, Level>,
): Endpoint<Params, Query, Body, Answer, Level> {
  return row;
}

// biome-ignore lint/suspicious/noExplicitAny: stands for a row of any shapes
export type AnyEndpoint = Endpoint<any, any, any, any, Access>;

export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A, Access> ? A : never;

/** What a caller passes: only the parts the row declares. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A, Access>
    ? (P extends undefined ? { params?: undefined } : { params: P }) &
        (Q extends undefined ? { query?: undefined } : { query?: Q }) &
        (B extends undefined ? { body?: undefined } : { body: B })
    : never;
