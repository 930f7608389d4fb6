/** A public address that answers JSON in which the rate stands. */
import { readRate } from '#core/domain/exchange-rate.ts';
import { reasonOf } from '#server/kit/error-facts.ts';
import { FeedFailed, type RateFeed } from './rate-feed.ts';

const PATIENCE_MS = 5_000;
const MOST_BYTES = 256 * 1024;
/** As feeds write it: with up to fifteen decimals. */
const FIGURE = /^\d{1,5}(?:\.\d{1,15})?$/;

/** `path` are the names that lead to the figure: `rates.ALL`. */
export function createRateFeed({
  url,
  path,
  patienceMs = PATIENCE_MS,
}: {
  url: string;
  path: string;
  patienceMs?: number;
}): RateFeed {
  return {
    ask: async () => {
      try {
        return rateIn(await textAt(url, AbortSignal.timeout(patienceMs)), path);
      } catch (error) {
        if (error instanceof FeedFailed) throw error;
        throw new FeedFailed(`it did not answer: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`);
      }
    },
  };
}

async function textAt(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', headers: { accept: 'application/json' }, signal });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new FeedFailed(`it answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new FeedFailed(`it answered with more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function rateIn(text: string, path: string): string {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    // What the parser says quotes the answer.
    throw new FeedFailed('its answer is no JSON');
  }
  for (const name of path.split('.')) {
    const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
    found = isThere ? (found as Record<string, unknown>)[name] : undefined;
  }
  const figure = typeof found === 'number' ? String(found) : found;
  const rate = typeof figure === 'string' && FIGURE.test(figure) ? readRate(toSixDecimals(figure)) : null;
  if (rate === null) throw new FeedFailed(`at ${path} of its answer there is no rate`);
  return rate;
}

/** Nobody knows a rate more exactly than that. */
function toSixDecimals(figure: string): string {
  return (figure.split('.')[1] ?? '').length > 6 ? Number(figure).toFixed(6) : figure;
}
