/** What carries a call: `fetch` in the browser, an in-process request on the server. */
import { type Caller, type Payload, payloadOf, urlOf } from '#core/contract/call.ts';
import type { AnswerOf, Endpoint, InputOf, PagedEndpoint } from '#core/contract/endpoint.ts';

export interface Reply {
  answer: unknown;
  /** Cursor of the next page, null on the last one and on calls that have no pages. */
  next: string | null;
}

/** Sends one request; rejects with ApiError on any non-OK answer. */
export type Transport = (request: {
  method: string;
  url: string;
  payload: Payload;
  /** The answer is a file: a `Blob` instead of JSON. */
  isFile: boolean;
  /** Gives the request up when its answer is no longer wanted. */
  signal: AbortSignal | undefined;
}) => Promise<Reply>;

export interface Api {
  call: Caller;
  /** Like `call`, for answers that come in pages. */
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
