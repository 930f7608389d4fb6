/** The browser's way to the API: same-origin fetch with credentials, errors as ApiError. */
import { ApiError } from '#core/contract/call.ts';
import { NEXT_CURSOR } from '#core/contract/deals.ts';
import { reportReached, reportUnreachable } from './online.ts';
import { sessionId } from './preferences.ts';
import { createApi, type Transport } from './transport.ts';

const viaFetch: Transport = async ({ method, url, body, signal }) => {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      'x-session-id': sessionId(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (!signal?.aborted) reportUnreachable();
    throw error;
  });
  reportReached();
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return { answer: text ? JSON.parse(text) : undefined, next: response.headers.get(NEXT_CURSOR) };
};

export const api = createApi(viaFetch);
