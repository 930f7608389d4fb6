/** What stands at an address that the operator chose: within a time, up to a size, and nowhere else. */
import { reasonOf } from '#server/kit/error-facts.ts';

const PATIENCE_MS = 5_000;
const MOST_BYTES = 256 * 1024;

/** There was no answer that could be read; the message does not name the address, which may hold a key. */
export class NoText extends Error {
  override name = 'NoText';
}

export async function textAt(url: string, patienceMs = PATIENCE_MS): Promise<string> {
  try {
    return await ask(url, AbortSignal.timeout(patienceMs));
  } catch (error) {
    if (error instanceof NoText) throw error;
    throw new NoText(`it did not answer: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`);
  }
}

async function ask(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', headers: { accept: 'application/json' }, signal });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new NoText(`it answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new NoText(`it answered with more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
