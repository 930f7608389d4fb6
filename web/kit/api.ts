/** The browser's way to the API: same-origin fetch with credentials, errors as ApiError. */
import { ApiError, NEXT_CURSOR } from '#core/contract/call.ts';
import { reportReached, reportUnreachable } from './online.ts';
import { whenShown } from './page-shown.ts';
import { waitPatiently } from './patience.ts';
import { sessionId } from './preferences.ts';
import { tellRefusal } from './refusals.ts';
import { createApi, type Reply, type Transport } from './transport.ts';

/** Most bytes that a browser sends for a page that was left. */
const MOST_KEPT_ALIVE = 64 * 1024;

const isShort = (body: unknown) => typeof body !== 'string' || new TextEncoder().encode(body).length <= MOST_KEPT_ALIVE;

const viaFetch: Transport = async ({ method, url, payload, isFile, signal }) => {
  const isLong = isFile || payload.body instanceof FormData || payload.body instanceof Uint8Array;
  const waiting = waitPatiently(signal, { method, isLong });
  try {
    const response = await fetch(url, {
      method,
      credentials: 'include',
      ...payload,
      // What was pressed is done, even if the page is left before the answer.
      keepalive: method !== 'GET' && !isLong && isShort(payload.body),
      headers: {
        accept: isFile ? '*/*' : 'application/json',
        // As the page is shown, which is not always as the browser is set.
        'accept-language': document.documentElement.lang,
        'x-session-id': sessionId(),
        ...payload.headers,
      },
      signal: waiting.signal,
    });
    waiting.answered();
    return await read(response, isFile);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (!signal?.aborted) reportUnreachable();
    await whenShown();
    throw error;
  } finally {
    waiting.end();
  }
};

/** Of what is answered only what our server says, and not a hotel in its place, is a connection. */
async function read(response: Response, isFile: boolean): Promise<Reply> {
  if (isFile && response.ok) return { answer: await response.blob(), next: null };
  const text = await response.text();
  if (!response.ok) {
    const refusal = new ApiError(response.status, text, response.statusText, secondsOf(response));
    // What stands before our server answers 5xx in its place.
    if (refusal.code && response.status < 500) reportReached();
    tellRefusal(refusal);
    throw refusal;
  }
  const answer: unknown = text ? JSON.parse(text) : undefined;
  reportReached();
  return { answer, next: response.headers.get(NEXT_CURSOR) };
}

/** A proxy may say a date instead, which is not read. */
const secondsOf = ({ headers }: Response) => Number(headers.get('retry-after')) || undefined;

export const api = createApi(viaFetch);

export const codeOfRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : undefined;
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
