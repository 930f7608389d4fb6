/** Exchange rate feed over HTTP. */
import { readRate } from '#core/domain/exchange-rate.ts';
import { NoText, textAt } from '#server/gateways/text-at.ts';

export interface RateFeed {
  /** Current lek per dollar, valid for `readRate`. Times out after five seconds; throws `FeedFailed`. */
  ask(): Promise<string>;
}

/** No or an invalid response. The message does not contain the URL, which may include a key. */
export class FeedFailed extends Error {
  override name = 'FeedFailed';
}

const FIGURE = /^\d{1,5}(?:\.\d{1,15})?$/;

/** @param path - of the rate in the JSON, such as `rates.ALL` */
export function createRateFeed({
  url,
  path,
  patienceMs,
}: {
  url: string;
  path: string;
  patienceMs?: number;
}): RateFeed {
  return {
    ask: async () => rateIn(await textOf(url, patienceMs), path),
  };
}

async function textOf(url: string, patienceMs?: number): Promise<string> {
  try {
    return await textAt(url, patienceMs);
  } catch (error) {
    if (error instanceof NoText) throw new FeedFailed(error.message);
    throw error;
  }
}

function rateIn(text: string, path: string): string {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    // The parser error would quote the response.
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

function toSixDecimals(figure: string): string {
  return (figure.split('.')[1] ?? '').length > 6 ? Number(figure).toFixed(6) : figure;
}
