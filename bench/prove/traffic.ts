/** Requests as a proof sends them: on kept connections, at a pace, and timed. */
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setImmediate as immediately, setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** From asking to the last byte. */
  ms: number;
}

export interface Asking {
  agent?: Agent;
  method?: string;
  /** As it is written in the request; that of the address, unless said. */
  path?: string;
  headers?: Record<string, string>;
  body?: object;
  signal?: AbortSignal;
}

export async function ask(url: string, { agent, method, path, headers, body, signal }: Asking = {}): Promise<Answer> {
  const began = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(path !== undefined && { path }),
      ...(agent && { agent }),
      ...(signal && { signal }),
    };
    request(url, options, resolve)
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text, ms: performance.now() - began };
}

/** So many begin in each second, whether those before are done or not. */
export async function repeat(
  { perSecond, seconds, until }: { perSecond: number; seconds: number; until?: () => boolean },
  act: (n: number) => Promise<void>,
): Promise<void> {
  const begun: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds && !until?.(); n++) {
    const early = began + (n * 1000) / perSecond - performance.now();
    if (early > 0) await wait(early);
    // Who is late catches up, but hears the answers meanwhile.
    else if (n % 20 === 0) await immediately();
    begun.push(act(n));
  }
  await Promise.all(begun);
}

/** How often each status was answered, for a line of figures. */
export function counted(statuses: readonly number[]): string {
  const times = Map.groupBy(statuses, (status) => status);
  return [...times].map(([status, all]) => `${all.length} × ${status}`).join(', ');
}
