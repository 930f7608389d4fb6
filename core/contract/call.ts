/** How a row becomes a URL and what a caller is: one door for browser, server rendering and tests. */
import type { AnswerOf, AnyEndpoint, InputOf } from './endpoint.ts';

/** Calls one endpoint and resolves to its answer; rejects with `ApiError` on any non-OK answer. */
export type Caller = <E extends AnyEndpoint>(
  row: E,
  ...input: Record<string, never> extends InputOf<E> ? [InputOf<E>?] : [InputOf<E>]
) => Promise<AnswerOf<E>>;

type Loose = { params?: Record<string, unknown> | undefined; query?: Record<string, unknown> | undefined };

/** The URL (path and query, no origin) of a call. Undefined and empty query values are left out. */
export function urlOf<E extends AnyEndpoint>(
  row: E,
  ...[input]: Record<string, never> extends InputOf<E> ? [InputOf<E>?] : [InputOf<E>]
): string {
  const { params, query } = (input ?? {}) as Loose;
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
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
  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const parsed = parse(body);
    this.code = typeof parsed.code === 'string' ? parsed.code : undefined;
    this.said = typeof parsed.message === 'string' ? parsed.message : undefined;
    this.details = parsed.details;
  }
}

function parse(body: string): { message?: unknown; code?: unknown; details?: unknown } {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
