/** The API client: typed calls over a transport, `fetch` in the browser and an in-process request on the server. */
import { ApiError, type Caller, NEXT_CURSOR, type Payload, payloadOf, urlOf } from '#core/contract/call.ts';
import type { AnswerOf, Endpoint, InputOf, PagedEndpoint } from '#core/contract/endpoint.ts';
import { withResolvers } from '#web/kit/browser.ts';
import { reportReached, reportUnreachable, withRequestTimeout } from './online.ts';
import { sessionId } from '#web/kit/preferences.ts';
import { SAVED_COPY } from './saved-copies.ts';

export interface Reply {
  answer: unknown;
  /** Cursor of the next page; null on the last page and without paging. */
  next: string | null;
}

/** Sends one request; rejects with ApiError on any non-OK answer. */
export type Transport = (request: {
  method: string;
  url: string;
  payload: Payload;
  /** The answer is a `Blob` instead of JSON. */
  isFile: boolean;
  signal: AbortSignal | undefined;
}) => Promise<Reply>;

export interface Api {
  call: Caller;
  /** Like `call`, for paged answers. */
  page<E extends PagedEndpoint>(
    endpoint: E,
    input: InputOf<E>,
    signal?: AbortSignal,
  ): Promise<{ items: AnswerOf<E>; next: string | null }>;
}

export function createApi(send: Transport): Api {
  const request = (endpoint: Endpoint, input: { body?: unknown } | undefined, signal?: AbortSignal) =>
    send({
      method: endpoint.method,
      url: urlOf(endpoint, input as never),
      payload: payloadOf(endpoint, input?.body),
      isFile: endpoint.fileTypes !== undefined,
      signal,
    });
  return {
    call: (async (endpoint: Endpoint, input?: object) => (await request(endpoint, input)).answer) as Caller,
    page: async (endpoint, input, signal) => {
      const { answer, next } = await request(endpoint, input as object, signal);
      return { items: answer as never, next };
    },
  };
}

/** Browsers limit the bodies of `keepalive` requests, in bytes. */
const MAX_KEEPALIVE_BYTES = 64 * 1024;

const isShort = (body: unknown) =>
  typeof body !== 'string' || new TextEncoder().encode(body).length <= MAX_KEEPALIVE_BYTES;

export const headersOf = (isFile = false) => ({
  accept: isFile ? '*/*' : 'application/json',
  // The language of the page, which may differ from the browser's.
  'accept-language': document.documentElement.lang,
  'x-session-id': sessionId(),
});

const viaFetch: Transport = async ({ method, url, payload, isFile, signal: outer }) => {
  const isTransfer = isFile || payload.body instanceof FormData || payload.body instanceof Uint8Array;
  const isRead = method === 'GET';
  const timeout = isTransfer ? null : isRead ? 'read' : 'write';
  try {
    return await withRequestTimeout({ signal: outer, timeout }, async (signal, answered) => {
      const response = await fetch(url, {
        method,
        credentials: 'include',
        ...payload,
        // Completed even if the page is left before the answer.
        keepalive: !isRead && !isTransfer && isShort(payload.body),
        headers: { ...headersOf(isFile), ...payload.headers },
        signal,
      });
      answered();
      return await readReply(response, isFile);
    });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (!outer?.aborted) reportUnreachable();
    await untilPageShown();
    throw error;
  }
};

/** Reads an answer; rejects with ApiError when it is not OK. */
export async function readReply(response: Response, isFile = false): Promise<Reply> {
  if (isFile && response.ok) return { answer: await response.blob(), next: null };
  const text = await response.text();
  if (!response.ok) {
    const error = new ApiError(response.status, text, response.statusText, retryAfterOf(response));
    // Without a code, or with 5xx, it may come from a proxy or a captive portal.
    if (error.code && response.status < 500) reportReached();
    for (const listener of errorListeners) listener(error);
    throw error;
  }
  const answer: unknown = text ? JSON.parse(text) : undefined;
  if (response.headers.has(SAVED_COPY)) reportUnreachable();
  else reportReached();
  return { answer, next: response.headers.get(NEXT_CURSOR) };
}

/** Seconds; the date format, which only a proxy would send, is ignored. */
const retryAfterOf = ({ headers }: Response) => Number(headers.get('retry-after')) || undefined;

export const api = createApi(viaFetch);

export const codeOfRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : undefined;
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

type ErrorListener = (error: ApiError) => void;
const errorListeners = new Set<ErrorListener>();

/** Calls `listener` for each error answer of any call; returns the unsubscribe function. */
export function onApiError(listener: ErrorListener): () => void {
  errorListeners.add(listener);
  return () => {
    errorListeners.delete(listener);
  };
}

let shown = withResolvers();
shown.resolve();

if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    shown = withResolvers();
  });
  window.addEventListener('pageshow', () => shown.resolve());
}

/** Browsers abort requests on navigation: resolves soon on a visible page, else when it is restored. */
async function untilPageShown(): Promise<void> {
  // The request is aborted just before `pagehide`.
  await new Promise((resolve) => setTimeout(resolve));
  await shown.promise;
}
