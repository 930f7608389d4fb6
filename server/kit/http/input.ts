/** Validation of parameters, query and body: no coercion, unknown fields dropped. */
import type { FastifyRequest } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import { type Endpoint, MAX_LIMIT } from '#core/contract/endpoint.ts';
import { codeOf, fieldErrors } from '#core/contract/field-errors.ts';
import { NO_QUERY } from './body.ts';
import { AppError, invalidInput } from './errors.ts';

/** The requested page of a list. */
export interface PageRequest {
  limit: number;
  cursor: string | null;
}

export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
  page: PageRequest | undefined;
}

/** The validator of an endpoint. */
export function inputOf(endpoint: Endpoint): (request: FastifyRequest) => Input {
  // An address without a query always reads the same: that is the home list.
  const noQuery = endpoint.query?.safeParse(NO_QUERY).data;
  return (request) => {
    const params = endpoint.params && read(endpoint.params, request.params, 'params');
    const query =
      endpoint.query &&
      (noQuery && request.query === NO_QUERY ? noQuery : read(endpoint.query, request.query, 'query'));
    const body =
      endpoint.body && read(endpoint.body, request.body ?? (endpoint.bodyKind === 'raw' ? NO_BYTES : {}), 'body');
    return {
      params,
      query,
      body,
      page: endpoint.pageSize === undefined ? undefined : pageOf(query, endpoint.pageSize),
    };
  };
}

const NO_BYTES = new Uint8Array();

/** Without `limit` and `cursor` (the specified client has no paging) the maximum is returned. */
function pageOf(query: unknown, size: number): PageRequest {
  const { limit, cursor } = query as { limit?: string; cursor?: string };
  const usual = cursor ? size : MAX_LIMIT;
  return { limit: limit ? Number(limit) : usual, cursor: cursor || null };
}

/** A malformed id in the path answers 404. */
function read(shape: ZodMiniType, value: unknown, where: 'params' | 'query' | 'body'): unknown {
  const result = shape.safeParse(value, { error: codeOf });
  if (result.success) return result.data;
  if (where === 'params') throw new AppError(404, 'route.absent');
  throw invalidInput(fieldErrors(result.error.issues, where));
}
