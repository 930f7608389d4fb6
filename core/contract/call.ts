/** Requests to endpoints: URL, body and errors; shared by browser, server rendering and tests. */
import type { AnswerOf, Endpoint, InputOf } from './endpoint.ts';

/** Header with the cursor of the next page; absent on the last page. */
export const NEXT_CURSOR = 'x-next-cursor';

/** Resolves to the response of the endpoint; rejects with `ApiError` on a non-OK response. */
export type Caller = <E extends Endpoint>(
  endpoint: E,
  ...input: Record<string, never> extends InputOf<E> ? [InputOf<E>?] : [InputOf<E>]
) => Promise<AnswerOf<E>>;

type UntypedInput = { params?: Record<string, unknown> | undefined; query?: Record<string, unknown> | undefined };

/** Path and query; undefined and empty query values are left out. */
export function urlOf<E extends Endpoint>(
  endpoint: E,
  ...[input]: Record<string, never> extends InputOf<E> ? [InputOf<E>?] : [InputOf<E>]
): string {
  const { params, query } = (input ?? {}) as UntypedInput;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Body and headers of a request; `fetch` sets the content type of `FormData`. */
export interface Payload {
  body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

export function payloadOf({ bodyKind = 'json' }: Endpoint, body: unknown): Payload {
  if (body === undefined) return { headers: {} };
  if (bodyKind === 'json') return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  if (bodyKind === 'raw') return { body: body as Uint8Array<ArrayBuffer>, headers: {} };
  const form = bodyKind === 'form' ? new URLSearchParams() : new FormData();
  for (const [name, value] of Object.entries(body as object)) if (value !== undefined) form.append(name, value);
  return { body: form, headers: {} };
}

/**
 * A non-OK answer. `message` is exactly `"{status}: {body}"` (Spec 1 §8); what screens show is `said`,
 * the `message` field of the JSON body, and `code`, our stable name for the reason.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly said: string | undefined;
  readonly details: unknown;
  /** Seconds until it makes sense to try again, where the answer says so. */
  readonly retryAfter: number | undefined;
  constructor(status: number, body: string, statusText: string, retryAfter?: number) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const parsed = parse(body);
    this.code = typeof parsed.code === 'string' ? parsed.code : undefined;
    this.said = typeof parsed.message === 'string' ? parsed.message : undefined;
    this.details = parsed.details;
    this.retryAfter = retryAfter;
  }
}

/** A 4xx response: the request had no effect. After any other error it may have had one. */
export const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

function parse(body: string): { message?: unknown; code?: unknown; details?: unknown } {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
