/** What carries a call: `fetch` in the browser, an in-process request on the server. */
import { type Caller, urlOf } from '#core/contract/call.ts';
import type { AnswerOf, AnyEndpoint, InputOf } from '#core/contract/endpoint.ts';

export interface Reply {
  answer: unknown;
  /** Cursor of the next page, null on the last one and on calls that have no pages. */
  next: string | null;
}

/** Sends one request; rejects with ApiError on any non-OK answer. */
export type Transport = (request: {
  method: string;
  url: string;
  body: unknown;
  /** Gives the request up when its answer is no longer wanted. */
  signal: AbortSignal | undefined;
}) => Promise<Reply>;

export interface Api {
  call: Caller;
  /** Like `call`, for answers that come in pages. */
  page<E extends AnyEndpoint>(
    row: E,
    input: InputOf<E>,
    signal?: AbortSignal,
  ): Promise<{ items: AnswerOf<E>; next: string | null }>;
}

export function createApi(send: Transport): Api {
  const request = (row: AnyEndpoint, input: { body?: unknown } | undefined, signal?: AbortSignal) =>
    send({ method: row.method, url: urlOf(row, input as never), body: input?.body, signal });
  return {
    call: (async (row: AnyEndpoint, input?: object) => (await request(row, input)).answer) as Caller,
    page: async (row, input, signal) => {
      const { answer, next } = await request(row, input as object, signal);
      return { items: answer as never, next };
    },
  };
}
