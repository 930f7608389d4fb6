/** Uploads with progress, which `fetch` does not report; those that fail or stall are retried. */

import { isRefusal, payloadOf, urlOf } from '#core/contract/call.ts';
import type { AnswerOf, BodyOf, Endpoint } from '#core/contract/endpoint.ts';
import { headersOf, readReply } from './api.ts';
import { reportUnreachable, waitForConnection } from './online.ts';

interface Options {
  /** Called with the share that was sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Stall timeout: without progress for this long, in ms. */
const STALL_MS = 30_000;
/** Timeout of the answer once all is sent, in ms; includes network buffers and the queue for pictures. */
const ANSWER_MS = 90_000;
/** Pauses before the retries, in ms. */
const RETRIES_MS = [1000, 4000];

/** Calls an endpoint with a file in its body. Without an answer, and after a 5xx, it is retried once there is a connection. */
export async function upload<E extends Endpoint>(endpoint: E, body: BodyOf<E>, options: Options): Promise<AnswerOf<E>> {
  for (let retries = 0; ; retries += 1) {
    try {
      const { answer } = await readReply(await send(endpoint, body, options));
      return answer as AnswerOf<E>;
    } catch (error) {
      const pause = RETRIES_MS[retries];
      if (pause === undefined || isRefusal(error) || options.signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
      await waitForConnection();
      options.signal.throwIfAborted();
    }
  }
}

function send(endpoint: Endpoint, body: unknown, { onProgress, signal }: Options): Promise<Response> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(abort, ms);
  };
  signal.addEventListener('abort', abort);
  return new Promise<Response>((resolve, reject) => {
    request.open(endpoint.method, urlOf(endpoint as never));
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headersOf())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      wait(loaded < total ? STALL_MS : ANSWER_MS);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const retryAfter = request.getResponseHeader('retry-after');
      resolve(
        new Response(responseText, { status, statusText, headers: retryAfter ? { 'retry-after': retryAfter } : {} }),
      );
    };
    const fail = () => {
      reportUnreachable();
      reject(new TypeError('No answer to the upload'));
    };
    request.onabort = () => (signal.aborted ? reject(signal.reason) : fail());
    request.onerror = fail;
    wait(STALL_MS);
    request.send(payloadOf(endpoint, body).body as FormData);
  }).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  });
}
