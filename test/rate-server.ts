/** Somebody on this machine who tells what a dollar costs, in whatever way a test wants. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface RateServer {
  url: string;
  /** How often it was asked. */
  asked: number;
  answer: RequestListener;
}

export const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'application/json').end(typeof body === 'string' ? body : JSON.stringify(body));

export const rateOf = (allPerUsd: unknown) => json({ base: 'USD', rates: { EUR: 0.85, ALL: allPerUsd } });

/** Call it at the top of a test file; it is closed after the last test of the file. */
export async function startRateServer(): Promise<RateServer> {
  const server = createServer((request, response) => {
    fake.asked += 1;
    fake.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const fake: RateServer = { url: `http://127.0.0.1:${port}/latest?key=canary`, asked: 0, answer: rateOf(95.4) };
  return fake;
}
